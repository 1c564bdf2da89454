type Locked = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly peerDependencies?: Versions;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};
type Versions = Readonly<Record<string, string>>;

export type Lock = { readonly packages: Readonly<Record<string, Locked>> };
export type Manifest = { readonly allowScripts?: Readonly<Record<string, boolean>> };

/** What would keep `npm ci` from installing the same packages everywhere, and only these, running nothing unasked. */
export const lockfileFindings = ({ packages }: Lock, { allowScripts = {} }: Manifest): readonly string[] =>
  Object.entries(packages).flatMap(([path, entry]) => [
    ...sourceFindings(path, entry),
    ...wantedBy(entry)
      .filter((name) => !candidates(path, name).some((each) => each in packages))
      .map((name) => `not locked: ${name}, wanted by ${path || 'the root'}`),
    // npm 10 knows no list of allowed scripts and runs them all: here a new one is noticed whichever npm is used.
    ...(entry.hasInstallScript && !isAllowed(path, entry, allowScripts)
      ? [`install script not allowed: ${nameOf(path)}; look at it, then name it in allowScripts`]
      : []),
  ]);

const sourceFindings = (path: string, { resolved, integrity, link, inBundle }: Locked): readonly string[] => {
  if (link || !path.includes('node_modules/')) return [];
  // From the registry nothing is written down, so that any mirror of it will do; the rest comes from one place only.
  if (resolved !== undefined) return [`download host in the lockfile: ${path} from ${resolved}`];
  return integrity || inBundle ? [] : [`no integrity: ${path} could be anything`];
};

const wantedBy = (entry: Locked): readonly string[] => [
  ...Object.keys(entry.dependencies ?? {}),
  ...Object.keys(entry.devDependencies ?? {}),
  ...Object.keys(entry.optionalDependencies ?? {}),
  ...Object.keys(entry.peerDependencies ?? {}).filter((name) => !entry.peerDependenciesMeta?.[name]?.optional),
];

const isAllowed = (path: string, { version }: Locked, allowed: Readonly<Record<string, boolean>>): boolean =>
  allowed[nameOf(path)] === true || allowed[`${nameOf(path)}@${version}`] === true;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Where Node would look for `name` from `path`: beside it, then in every folder above. */
const candidates = (path: string, name: string): readonly string[] => {
  const parts = path === '' ? [] : path.split('/');
  return [...Array(parts.length + 1).keys()].map((length) =>
    [...parts.slice(0, parts.length - length), 'node_modules', name].join('/'),
  );
};

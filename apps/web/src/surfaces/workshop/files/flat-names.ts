/** A file on its way in, with the name it will have: a Workbench is flat, so folders go from its path. */
export type FlatFile = {
  readonly path: string;
  readonly name: string;
  /** `taken`: the Workbench has a file of this name. `twice`: two of the arrivals would share it. */
  readonly clash: 'taken' | 'twice' | null;
  /** The name it can have instead, where it clashes. */
  readonly free: string;
};

/** Names that differ only in case or in how their letters are composed would be one file on some system. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase().normalize('NFC');

/** What dropped files and folders will be called, and which of the names clash, before anything is added. */
export const flatNames = (present: readonly string[], paths: readonly string[]): readonly FlatFile[] => {
  const there = new Set(present.map(keyOf));
  const names = paths.map((path) => (path.split('/').at(-1) ?? path).normalize('NFC'));
  const times = new Map<string, number>();
  for (const name of names) times.set(keyOf(name), (times.get(keyOf(name)) ?? 0) + 1);
  const used = new Set(there);
  // Names that clash with nothing keep theirs, so that no free name is given away that an arrival brings itself.
  for (const name of names) used.add(keyOf(name));
  const seen = new Set<string>();
  return paths.map((path, at): FlatFile => {
    const name = names[at] ?? path;
    const key = keyOf(name);
    const clash = there.has(key) ? 'taken' : (times.get(key) ?? 0) > 1 ? 'twice' : null;
    const isFirst = !there.has(key) && !seen.has(key);
    seen.add(key);
    const free = clash === null || isFirst ? name : freeName(name, used);
    used.add(keyOf(free));
    return { path, name, clash, free };
  });
};

/** `name(1).ext`, as extracting does it. */
const freeName = (name: string, used: ReadonlySet<string>): string => {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let nth = 1; ; nth += 1) {
    const candidate = `${stem}(${nth})${extension}`;
    if (!used.has(keyOf(candidate))) return candidate;
  }
};

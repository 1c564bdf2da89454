/**
 * The lock registry: named rules of WorkRail, each to be proved by a test with `[lock:<id>]` in its title.
 * `node checks/locks.ts` fails on a broken registry, an unknown id or a stale report; with `--complete` also on a
 * lock without a test. `--write` writes the report anew.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Edit, type Lock, LockRegistry } from '../packages/rails/lock-registry.ts';

export type Proof = { readonly lock: string; readonly file: string; readonly title: string };
export type Coverage = { readonly locks: readonly Lock[]; readonly proofs: readonly Proof[] };

const REGISTRY = 'packages/rails/locks.json';
export const REPORTS = { markdown: 'docs/locks.md', json: 'docs/locks.json' } as const;
const FOLDERS = ['packages', 'apps', 'checks', 'bench'];

export const readCoverage = (root: string): Coverage => ({
  locks: LockRegistry.parse(JSON.parse(readFileSync(join(root, REGISTRY), 'utf8'))).locks,
  proofs: FOLDERS.flatMap((folder) => testFiles(root, folder))
    .flatMap((file) => proofsIn(file, readFileSync(join(root, file), 'utf8')))
    .sort((a, b) => compare(a.lock, b.lock) || compare(a.file, b.file) || compare(a.title, b.title)),
});

/** Titles are string literals; an id in a comment proves nothing. */
export const proofsIn = (file: string, text: string): readonly Proof[] =>
  [...text.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*\[lock:(?:(?!\1)[^\\\n]|\\.)*)\1/g)].flatMap(([, , title = '']) =>
    [...title.matchAll(/\[lock:([^\]]*)\]/g)].map(([, lock = '']) => ({
      lock,
      file,
      title: title.replaceAll(/\s*\[lock:[^\]]*\]/g, '').trim(),
    })),
  );

export const problemsOf = (root: string, { locks, proofs }: Coverage, complete: boolean): readonly string[] => {
  const ids = new Set(locks.map(({ id }) => id));
  return [
    ...locks
      .filter(({ id }, index) => locks.findIndex((other) => other.id === id) < index)
      .map(({ id }) => `twice in the registry: ${id}`),
    ...locks
      .filter(({ source }) => !resolves(root, source))
      .map(({ id, source }) => `source does not resolve: ${id} -> ${source}`),
    ...locks.flatMap(({ id, mutation }) =>
      mutation.filter((edit) => !applies(root, edit)).map(({ file }) => `mutation does not apply: ${id} -> ${file}`),
    ),
    ...proofs.filter(({ lock }) => !ids.has(lock)).map(({ lock, file }) => `unknown lock: ${lock} in ${file}`),
    ...(complete ? openLocks({ locks, proofs }).map(({ id }) => `no test proves: ${id}`) : []),
  ];
};

/** The text with the edit made; undefined where it does not name one place, or changes nothing. */
export const edited = (text: string, { from, to }: Edit): string | undefined =>
  text.split(from).length === 2 && from !== to ? text.replace(from, () => to) : undefined;

const applies = (root: string, edit: Edit): boolean =>
  existsSync(join(root, edit.file)) && edited(readFileSync(join(root, edit.file), 'utf8'), edit) !== undefined;

export const openLocks = ({ locks, proofs }: Coverage): readonly Lock[] => {
  const proved = new Set(proofs.map(({ lock }) => lock));
  return locks.filter(({ id }) => !proved.has(id));
};

/** Files and titles, no lines or times: the report changes when a proof comes or goes, and at no other time. */
export const reportOf = (coverage: Coverage) => {
  const locks = [...coverage.locks].sort((a, b) => compare(a.id, b.id));
  const open = openLocks(coverage)
    .map(({ id }) => id)
    .sort(compare);
  const proofsById = (id: string) =>
    coverage.proofs.filter(({ lock }) => lock === id).map(({ file, title }) => ({ file, title }));
  const json = {
    total: locks.length,
    proved: locks.length - open.length,
    open,
    locks: locks.map(({ mutation: _, ...lock }) => ({ ...lock, proofs: proofsById(lock.id) })),
  };
  const markdown = [
    '# Locks',
    '',
    'Written by `node checks/locks.ts --write` from `packages/rails/locks.json` and the titles of tests; do not edit.',
    '',
    open.length === 0
      ? `All ${json.total} locks are proved by tests. The registry names for each a change that breaks it; \`node checks/lock-mutations.ts\` makes these one by one and wants the tests to fail.`
      : `${json.proved} of ${json.total} locks are proved by tests. Until the open ones are, the check fails on them only with \`--complete\`.`,
    '',
    ...(open.length === 0
      ? []
      : [
          '## Still open',
          '',
          ...locks.filter(({ id }) => open.includes(id)).map(({ id, statement }) => `- \`${id}\`: ${statement}`),
          '',
        ]),
    '## Proved',
    '',
    ...json.locks
      .filter(({ proofs }) => proofs.length > 0)
      .flatMap(({ id, statement, source, proofs }) => [
        `- \`${id}\`: ${statement} ([rule](${source.replace(/^docs\//, '')}))`,
        ...proofs.map(({ file, title }) => `  - ${title} (\`${file}\`)`),
      ]),
    '',
  ].join('\n');
  return { json, markdown };
};

export const staleReports = (root: string, coverage: Coverage): readonly string[] => {
  const { json, markdown } = reportOf(coverage);
  const same = (path: string, matches: (text: string) => boolean): readonly string[] =>
    existsSync(join(root, path)) && matches(readFileSync(join(root, path), 'utf8')) ? [] : [path];
  return [
    ...same(REPORTS.markdown, (text) => text === markdown),
    ...same(REPORTS.json, (text) => JSON.stringify(JSON.parse(text)) === JSON.stringify(json)),
  ];
};

const resolves = (root: string, source: string): boolean => {
  const [path = '', anchor = ''] = source.split('#');
  if (!existsSync(join(root, path))) return false;
  const headings = [...readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
  return headings.some(
    (title) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-') === anchor,
  );
};

const testFiles = (root: string, folder: string): readonly string[] => {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : testFiles(root, path);
    return /\.test\.tsx?$/.test(entry.name) && path !== 'checks/locks.test.ts' ? [path] : [];
  });
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const main = (root: string, args: readonly string[]): void => {
  const coverage = readCoverage(root);
  if (args.includes('--write')) {
    const { json, markdown } = reportOf(coverage);
    writeFileSync(join(root, REPORTS.markdown), markdown);
    writeFileSync(join(root, REPORTS.json), `${JSON.stringify(json, null, 2)}\n`);
  }
  const found = [
    ...problemsOf(root, coverage, args.includes('--complete')),
    ...staleReports(root, coverage).map((path) => `stale, write it anew with --write: ${path}`),
  ];
  for (const line of found) console.error(line);
  const open = openLocks(coverage).length;
  console.error(`${coverage.locks.length - open} of ${coverage.locks.length} locks proved`);
  if (found.length > 0) process.exitCode = 1;
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  main(fileURLToPath(new URL('../', import.meta.url)), process.argv.slice(2));

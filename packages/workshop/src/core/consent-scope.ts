import type { Supply } from './bench.ts';

type Entries = Readonly<Record<string, { readonly blob: string; readonly size: number }>>;

export type ScopeFile = { readonly path: string; readonly blob: string; readonly sizeBytes: number };

/**
 * What people brought into a Workbench, of the files that are in it now: these are what consent is asked for. A file
 * that a model changed counts as what it was made from, so that publishing asks nothing again; a file that a model made
 * counts for nothing.
 */
export const scopeFiles = (
  now: Entries,
  supplied: readonly (Supply & { readonly entries: Entries })[],
): readonly ScopeFile[] => {
  const versions = new Map<string, { blob: string; size: number }[]>();
  for (const { paths, entries } of supplied) {
    for (const path of paths ?? Object.keys(entries)) {
      const entry = Object.hasOwn(entries, path) ? entries[path] : undefined;
      if (entry) versions.set(path, [...(versions.get(path) ?? []), entry]);
    }
  }
  return Object.entries(now).flatMap(([path, { blob }]) => {
    const known = versions.get(path);
    const own = known?.findLast((each) => each.blob === blob) ?? known?.at(-1);
    return own ? [{ path, blob: own.blob, sizeBytes: own.size }] : [];
  });
};

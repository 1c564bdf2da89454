import { diffTrees, type Tree } from '@atelier/kernel/core';
import { z } from 'zod';

export const outsideNote = '.atelier-workbench.json';
export const largestNote = 4 * 1024 * 1024;

/** What a folder says that was taken out of a Workbench: whose it is, and which bytes each file had then. */
export const OutsideNote = z.strictObject({
  format: z.literal('atelier-outside'),
  v: z.literal(1),
  workbenchId: z.string(),
  files: z.record(z.string(), z.strictObject({ blob: z.string().regex(/^sha256:[0-9a-f]{64}$/), size: z.int() })),
});
export type OutsideNote = z.infer<typeof OutsideNote>;

type Entries = Tree['entries'];
export type TakenBack = { readonly entries: Entries; readonly changed: readonly string[] };

/**
 * What was done outside, done to the files as they are now. A file that both sides changed since belongs to nobody
 * alone: it is named, and nothing is taken.
 */
export const takeBack = (
  then: OutsideNote['files'],
  folder: Entries,
  now: Entries,
): { readonly ok: true; readonly value: TakenBack } | { readonly ok: false; readonly paths: readonly string[] } => {
  const base: Tree = {
    v: 1,
    entries: Object.fromEntries(
      Object.entries(then).map(([path, { blob, size }]) => [
        path,
        { blob: blob as `sha256:${string}`, size, kind: 'file' },
      ]),
    ),
  };
  const entries: Record<string, Entries[string]> = { ...now };
  const changed: string[] = [];
  const clashes: string[] = [];
  for (const { path } of diffTrees(base, { v: 1, entries: folder })) {
    const blobIn = (of: Entries): string | null => (Object.hasOwn(of, path) ? (of[path]?.blob ?? null) : null);
    const after = Object.hasOwn(folder, path) ? folder[path] : undefined;
    if (blobIn(now) === (after?.blob ?? null)) continue;
    if (blobIn(now) !== blobIn(base.entries)) clashes.push(path);
    else if (after) entries[path] = after;
    else delete entries[path];
    changed.push(path);
  }
  return clashes.length > 0 ? { ok: false, paths: clashes } : { ok: true, value: { entries, changed } };
};

import { keptName, nameKey } from './file-names.ts';

export type DraftLimits = {
  /** Files of a Draft, and bytes of one. */
  readonly files: number;
  readonly fileBytes: number;
  /** What the states of Drafts may hold by themselves. */
  readonly revisionBytes: number;
};

/** A Draft may hold twice as many files as Published. */
export const draftLimits = (set: {
  readonly mostFiles: number;
  readonly largestFileBytes: number;
  readonly revisionBytes: number;
}): DraftLimits => ({
  files: set.mostFiles * 2,
  fileBytes: set.largestFileBytes,
  revisionBytes: set.revisionBytes,
});

/** Every change of a Draft is held to the same rules before it counts, whoever made it. In words for whoever wrote it. */
export const writeFlaw = (
  { path, size, names }: { readonly path: string; readonly size: number; readonly names: readonly string[] },
  limits: Pick<DraftLimits, 'files' | 'fileBytes'>,
): string | null => {
  const kept = keptName(path);
  if (!kept.ok || kept.value !== path)
    return 'This name cannot be used for a file. Choose a plain name without folders.';
  if (size > limits.fileBytes) return `The file would be larger than ${limits.fileBytes} bytes.`;
  if (names.length > limits.files) return `A Draft holds at most ${limits.files} files.`;
  const twin = names.find((name) => name !== path && nameKey(name) === nameKey(path));
  return twin === undefined ? null : `The name differs from ${twin} only in upper and lower case. Choose another name.`;
};

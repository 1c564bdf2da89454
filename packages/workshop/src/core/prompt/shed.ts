import { inlineBytes, mapShare, mostInlinedTokens, mostTokensPerMap, tokensOf } from './budget.ts';
import { bodyOf, type PromptFile, type Shown } from './manifest.ts';

/**
 * What of the files fits. Every map is shed one level at a time, the largest first and those a person means last; text
 * that is given in full gives way to its map, the largest first. The same files and room give the same choice.
 */
export const shed = (
  files: readonly PromptFile[],
  weights: ReadonlyMap<string, number>,
  room: { readonly limit: number; readonly left: number },
): ReadonlyMap<string, Shown> => {
  const shown = new Map<string, Shown>(files.map((file) => [file.path, best(file)]));
  const sizeOf = (file: PromptFile): number => tokensOf(bodyOf(file, shown.get(file.path) ?? { as: 'more' }) ?? '');
  const inlined = () => files.filter(({ path }) => shown.get(path)?.as === 'inlined');
  const sum = (of: readonly PromptFile[]): number => of.reduce((total, file) => total + sizeOf(file), 0);

  const inlineRoom = Math.min(mostInlinedTokens, Math.max(0, room.left));
  for (const file of inOrder(inlined(), weights, sizeOf)) {
    if (sum(inlined()) <= inlineRoom) break;
    shown.set(file.path, mapped(file, 0));
  }
  const mapRoom = Math.min(room.limit * mapShare, Math.max(0, room.left - sum(inlined())));
  const maps = (): readonly PromptFile[] => files.filter(({ path }) => shown.get(path)?.as === 'mapped');
  for (const file of maps()) while (sizeOf(file) > mostTokensPerMap) shown.set(file.path, next(file, shown));
  while (sum(maps()) > mapRoom) {
    const [largest] = inOrder(maps(), weights, sizeOf);
    if (!largest) break;
    shown.set(largest.path, next(largest, shown));
  }
  return shown;
};

const best = (file: PromptFile): Shown => {
  const isShort = file.text !== undefined && file.sizeBytes <= inlineBytes;
  return isShort ? { as: 'inlined' } : mapped(file, 0);
};

const mapped = (file: PromptFile, level: number): Shown =>
  level < file.maps.length ? { as: 'mapped', level } : { as: 'more' };

const next = (file: PromptFile, shown: ReadonlyMap<string, Shown>): Shown => {
  const now = shown.get(file.path);
  return now?.as === 'mapped' ? mapped(file, now.level + 1) : { as: 'more' };
};

/** What goes first: what is meant least, then the largest, then by name. */
const inOrder = (
  files: readonly PromptFile[],
  weights: ReadonlyMap<string, number>,
  sizeOf: (file: PromptFile) => number,
): readonly PromptFile[] =>
  files.toSorted(
    (a, b) =>
      (weights.get(a.path) ?? 0) - (weights.get(b.path) ?? 0) ||
      sizeOf(b) - sizeOf(a) ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );

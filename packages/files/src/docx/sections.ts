import { type Block, blockId, blockText } from './blocks.ts';

/** A heading with what stands under it, up to the next heading of any level. */
export type Section = {
  readonly index: number;
  readonly heading: string;
  readonly level: number;
  /** The headings above it and its own. */
  readonly path: readonly string[];
  readonly first: number;
  readonly last: number;
};

export const untitled = '(untitled)';
const chunkCharacters = 4_000;

export const sectionsOf = (blocks: readonly Block[]): Section[] => {
  const starts = blocks.flatMap((block, at) =>
    block.kind === 'paragraph' && block.headingLevel !== undefined ? [at] : [],
  );
  const bounds = blocks.length > 0 && starts[0] !== 0 ? [0, ...starts] : starts;
  const trail: { level: number; heading: string }[] = [];
  return bounds.map((first, index) => {
    const last = (bounds[index + 1] ?? blocks.length) - 1;
    const head = blocks[first];
    const level = head?.kind === 'paragraph' ? (head.headingLevel ?? 0) : 0;
    const heading = level === 0 ? untitled : head?.kind === 'paragraph' ? head.text.trim() : untitled;
    while (level > 0 && trail.length > 0 && (trail.at(-1)?.level ?? 0) >= level) trail.pop();
    const path = [...trail.map((each) => each.heading), heading];
    if (level > 0) trail.push({ level, heading });
    return { index, heading, level, path, first, last };
  });
};

/** How much a section says. Only maps ask: edits find sections far more often than they weigh them. */
export const weightOf = (
  blocks: readonly Block[],
  { first, last }: Section,
): { readonly characters: number; readonly words: number } => {
  let [characters, words] = [0, 0];
  for (const block of blocks.slice(first, last + 1)) {
    const text = blockText(block);
    characters += text.length;
    words += wordCount(text);
  }
  return { characters, words };
};

const wordCount = (text: string): number => {
  let count = 0;
  let inside = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isSpace = code <= 32 || (code >= 0xa0 && /\s/.test(text.charAt(at)));
    if (!isSpace && !inside) count += 1;
    inside = !isSpace;
  }
  return count;
};

/** Whole blocks of about 4,000 characters; a longer block is a chunk alone. */
export const chunksOf = (blocks: readonly Block[], first: number, last: number): { first: number; last: number }[] => {
  const chunks: { first: number; last: number }[] = [];
  let from = first;
  let size = 0;
  for (let at = first; at <= last; at += 1) {
    const block = blocks[at];
    const length = block ? blockText(block).length : 0;
    if (at > from && size + length > chunkCharacters) {
      chunks.push({ first: from, last: at - 1 });
      from = at;
      size = 0;
    }
    size += length;
  }
  if (last >= from) chunks.push({ first: from, last });
  return chunks;
};

export const blockRange = (first: number, last: number): string => `${blockId(first)}-${blockId(last)}`;

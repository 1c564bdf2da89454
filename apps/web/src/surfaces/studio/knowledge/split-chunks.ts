import type { Lang } from '@atelier/contracts/studio';

export type Chunk = { readonly title: string; readonly text: string; readonly lang: Lang };

const longest = 1_800;
const mostChunks = 500;

/** A text in pieces a skill can be shown: cut between paragraphs, then between lines, never within a word. */
export const splitChunks = (title: string, text: string): readonly Chunk[] => {
  const pieces: string[] = [];
  let current = '';
  const push = () => {
    if (current.trim() !== '') pieces.push(current.trim());
    current = '';
  };
  for (const part of text.replace(/\r\n?/g, '\n').split(/(\n\s*\n)/)) {
    for (const piece of cut(part)) {
      if (current.length + piece.length > longest) push();
      current += piece;
    }
  }
  push();
  const name = title.trim().slice(0, 180) || '–';
  return pieces.slice(0, mostChunks).map((piece, at, all) => ({
    title: all.length === 1 ? name : `${name} (${at + 1})`,
    text: piece,
    lang: /[\u05d0-\u05ea]/.test(piece) ? 'he' : 'en',
  }));
};

const cut = (part: string): readonly string[] => {
  if (part.length <= longest) return [part];
  const words = part.split(/(?<=\s)/);
  const pieces: string[] = [];
  let current = '';
  for (const word of words) {
    if (current.length + word.length > longest && current !== '') {
      pieces.push(current);
      current = '';
    }
    // One word longer than a piece is no word: it is cut where it must be.
    current += word.length > longest ? word.slice(0, longest) : word;
  }
  return [...pieces, current];
};

import { isFormat, isolateDepth } from './isolate.ts';

/** A line of a paragraph: its first and last character, both included. An empty line ends before it begins. */
export type BrokenLine = { readonly from: number; readonly to: number };

/** Breaks reading-order text at spaces; what stands in an isolate stays on one line where it fits. */
export const breakLines = (
  text: string,
  widthOf: (char: string) => number,
  available: number,
): readonly BrokenLine[] => {
  const lines: BrokenLine[] = [];
  let from = 0;
  let width = 0;
  let depth = 0;
  let lastSpace = -1;
  const end = (to: number, next: number): void => {
    lines.push({ from, to: trimmedEnd(text, from, to) });
    from = next;
    width = 0;
    lastSpace = -1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    depth = isolateDepth(depth, char);
    if (isFormat(char)) continue;
    if (char === ' ' && depth === 0) lastSpace = at;
    width += widthOf(char);
    if (width <= available || char === ' ' || at === from) continue;
    if (lastSpace > from) {
      const next = lastSpace + 1;
      end(lastSpace, next);
      // Measured again from the break: the rest of a long word may need a break of its own.
      at = next - 1;
      depth = 0;
    } else {
      end(at - 1, at);
      at -= 1;
      depth = 0;
    }
  }
  if (from < text.length || lines.length === 0) lines.push({ from, to: trimmedEnd(text, from, text.length - 1) });
  return lines;
};

const trimmedEnd = (text: string, from: number, to: number): number => {
  let last = to;
  while (last >= from && text[last] === ' ') last -= 1;
  return last;
};

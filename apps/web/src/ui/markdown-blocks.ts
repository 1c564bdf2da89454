/** Whole blocks of a growing text, in order; all but the last stay as they are while it grows. */
export const blocksOf = (text: string): readonly string[] => {
  const blocks: string[] = [];
  let start = 0;
  let fence: string | undefined;
  let isAfterBlank = false;
  let at = 0;
  for (const line of text.split('\n')) {
    // What is indented or listed may belong to the list above the blank line.
    if (isAfterBlank && fence === undefined && /^[^\s*+\-\d]/.test(line)) {
      blocks.push(text.slice(start, at));
      start = at;
    }
    fence = fenceAfter(fence, line);
    isAfterBlank = line.trim() === '';
    at += line.length + 1;
  }
  return [...blocks, text.slice(start)];
};

const fenceAfter = (open: string | undefined, line: string): string | undefined => {
  const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  if (!mark) return open;
  const [, signs = '', rest = ''] = mark;
  if (open === undefined) return signs;
  return signs[0] === open[0] && signs.length >= open.length && rest.trim() === '' ? undefined : open;
};

/** The fence a text ends inside of, if it does. */
export const openFence = (text: string): string | undefined => {
  let fence: string | undefined;
  for (const line of text.split('\n')) fence = fenceAfter(fence, line);
  return fence;
};

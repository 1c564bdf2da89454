/**
 * Text that is still being written ends anywhere: inside bold words, a link, a block of code. This closes what is open,
 * so that it looks now as it will look when it is whole and no sign flickers by.
 */
export const closeHalfOpen = (text: string): string => {
  const fence = openFence(text);
  if (fence !== undefined) return `${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
  const line = text.lastIndexOf('\n') + 1;
  // One or two dashes under a paragraph would make it a heading, for as long as nothing follows them.
  if (line > 0 && /^\s*(-{1,2}|=+|[*+]|`{1,2}|~{1,2}|\d+)$/.test(text.slice(line))) return text.slice(0, line);
  const from = text.lastIndexOf('\n\n') + 1;
  return text.slice(0, from) + closeInline(text.slice(from));
};

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

const openFence = (text: string): string | undefined => {
  let fence: string | undefined;
  for (const line of text.split('\n')) fence = fenceAfter(fence, line);
  return fence;
};

type Open = { readonly sign: string; readonly at: number };

const closeInline = (text: string): string => {
  const open: Open[] = [];
  let at = 0;
  while (at < text.length) {
    const sign = text[at] ?? '';
    if (sign === '\\') {
      at += 2;
      continue;
    }
    const run = runAt(text, at);
    if (sign === '`') {
      const end = closingTicks(text, at + run, run);
      if (end === undefined) return closeCode(text, at, run, open);
      at = end;
      continue;
    }
    if (sign === '[') {
      const link = linkAt(text, at);
      if (link.isHalf) return closeInline(text.slice(0, at).replace(/!$/, '') + link.words);
      at = link.next;
      continue;
    }
    if (sign === '*' || sign === '_' || sign === '~') takeRun(text, at, run, open);
    at += run;
  }
  return closeSigns(text, open);
};

const runAt = (text: string, at: number): number => {
  let end = at;
  while (end < text.length && text[end] === text[at] && '`*_~'.includes(text[at] ?? '')) end += 1;
  return Math.max(1, end - at);
};

const closingTicks = (text: string, from: number, length: number): number | undefined => {
  for (let at = text.indexOf('`', from); at !== -1; at = text.indexOf('`', at)) {
    const run = runAt(text, at);
    if (run === length) return at + run;
    at += run;
  }
  return undefined;
};

const closeCode = (text: string, at: number, ticks: number, open: readonly Open[]): string => {
  const inside = text.slice(at + ticks);
  // Nothing in it yet, or only the first of its closing ticks.
  if (inside.replaceAll('`', '').trim() === '') return closeSigns(text.slice(0, at), open);
  return closeSigns(`${text.replace(/`+$/, '')}${'`'.repeat(ticks)}`, open);
};

/** A link is half until its address is closed; until then its words stand alone. */
const linkAt = (
  text: string,
  at: number,
): { readonly isHalf: true; readonly words: string } | { readonly isHalf: false; readonly next: number } => {
  const close = text.indexOf(']', at);
  if (close === -1) return { isHalf: true, words: text.slice(at + 1) };
  // At the very end nobody knows yet whether an address follows.
  if (close === text.length - 1) return { isHalf: true, words: text.slice(at + 1, close) };
  if (text[close + 1] !== '(') return { isHalf: false, next: at + 1 };
  const end = text.indexOf(')', close);
  return end === -1 ? { isHalf: true, words: text.slice(at + 1, close) } : { isHalf: false, next: end + 1 };
};

const takeRun = (text: string, at: number, run: number, open: Open[]): void => {
  const sign = (text[at] ?? '').repeat(run);
  if (sign === '~' && at + 1 < text.length) return;
  const before = text[at - 1] ?? ' ';
  const after = text[at + run] ?? ' ';
  const isWordInside = sign[0] === '_' && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
  if (isWordInside) return;
  const known = open.findLastIndex((each) => each.sign === sign);
  if (known !== -1 && !/\s/.test(before)) open.length = known;
  else if (!/\s/.test(after) || at + run === text.length) open.push({ sign, at });
};

const closeSigns = (text: string, open: readonly Open[]): string => {
  let closed = text;
  const waiting = [...open];
  // What stands at the very end opens nothing yet, or is the first half of a closing sign.
  for (
    let last = waiting.at(-1);
    last && last.at + last.sign.length >= closed.trimEnd().length;
    last = waiting.at(-1)
  ) {
    closed = closed.slice(0, last.at);
    waiting.pop();
  }
  if (waiting.length === 0) return closed;
  const words = closed.trimEnd();
  return (
    words +
    waiting
      .map(({ sign }) => sign)
      .reverse()
      .join('')
  );
};

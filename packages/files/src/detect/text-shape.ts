/** The local name of the root element of XML text, or undefined. Prologue, comments and DOCTYPE are stepped over. */
export const rootElement = (text: string): string | undefined => {
  let at = 0;
  for (;;) {
    while (/\s|\ufeff/.test(text[at] ?? '')) at += 1;
    const next = afterMisc(text, at);
    if (next === at) break;
    at = next;
  }
  return /^<(?:[\w.-]+:)?([\w.-]+)[\s/>]/.exec(text.slice(at, at + 256))?.[1];
};

const afterMisc = (text: string, at: number): number => {
  if (text.startsWith('<?', at)) return after(text, '?>', at);
  if (text.startsWith('<!--', at)) return after(text, '-->', at);
  if (!text.startsWith('<!DOCTYPE', at)) return at;
  const close = text.indexOf('>', at);
  const subset = text.indexOf('[', at);
  return subset !== -1 && subset < close ? after(text, '>', after(text, ']', subset)) : after(text, '>', at);
};

const after = (text: string, token: string, from: number): number => {
  const at = text.indexOf(token, from);
  return at === -1 ? text.length : at + token.length;
};

const candidates: readonly (readonly [string, number])[] = [
  ['\t', 1],
  ['|', 1],
  [';', 1],
  // Prose has commas too: one in every line proves nothing.
  [',', 2],
];

/** Whether every one of the first lines is cut into the same number of fields by one delimiter. */
export const looksTabular = (head: string): boolean => {
  const lines = head
    .split(/\r\n|\n|\r/, 101)
    .slice(0, 100)
    .filter((line) => line.trim() !== '');
  if (lines.length < 3) return false;
  return candidates.some(([delimiter, fewest]) => {
    const counts = lines.map((line) => unquoted(line).split(delimiter).length - 1);
    const [first = 0] = counts;
    return first >= fewest && counts.every((count) => count === first);
  });
};

const unquoted = (line: string): string => line.replace(/"[^"]*"/g, '');

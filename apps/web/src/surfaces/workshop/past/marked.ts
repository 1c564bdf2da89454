export type Part = { readonly text: string; readonly isMatch: boolean };

/** A text cut at the places that say the words, whatever their case. */
export const marked = (text: string, words: string): readonly Part[] => {
  const [lower, wanted] = [text.toLowerCase(), words.trim().toLowerCase()];
  // Lower case may be longer than the text; then places do not fit and nothing is marked.
  if (wanted === '' || lower.length !== text.length) return [{ text, isMatch: false }];
  const parts: Part[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), isMatch: false });
    from = at + wanted.length;
    parts.push({ text: text.slice(at, from), isMatch: true });
  }
  return from < text.length ? [...parts, { text: text.slice(from), isMatch: false }] : parts;
};

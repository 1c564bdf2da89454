const names = [
  ['january', 'ינואר'],
  ['february', 'פברואר'],
  ['march', 'מרץ'],
  ['april', 'אפריל'],
  ['may', 'מאי'],
  ['june', 'יוני'],
  ['july', 'יולי'],
  ['august', 'אוגוסט'],
  ['september', 'ספטמבר'],
  ['october', 'אוקטובר'],
  ['november', 'נובמבר'],
  ['december', 'דצמבר'],
] as const;

/** A month that a request names, and its number with two digits. `may` is a month only with a capital letter. */
export type MonthNamed = { readonly name: string; readonly at: string };

export const monthsIn = (words: string): readonly MonthNamed[] =>
  names.flatMap(([english, hebrew], index) => {
    const written = english === 'may' ? 'May' : `(?:${english}|${english[0]?.toUpperCase()}${english.slice(1)})`;
    const found = new RegExp(`(?<![\\p{L}])(?:${written}|[ובלמהכש]{0,2}${hebrew})(?![\\p{L}])`, 'u').exec(words)?.[0];
    const at = String(index + 1).padStart(2, '0');
    return found === undefined ? [] : [{ name: (found.endsWith(hebrew) ? hebrew : found).toLowerCase(), at }];
  });

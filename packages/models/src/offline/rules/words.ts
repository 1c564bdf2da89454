/** Pieces of grammar shared by the rules. `S` is the file in English, `H` in Hebrew with its prefixes. */
const S = '(?:the )?(?:file |table |spreadsheet |workbook |document |presentation |deck )?@src';
const H = '(?:את |של |מתוך |בתוך )?(?:[בלמה]-?)?(?:ה?קובץ |ה?טבלה )?@src';

export const text = '@q\\d+';
/** Quoted, or one word as it stands. */
export const operand = '(?:@q\\d+|[^\\s@]+)';

export const pattern = (source: string): RegExp =>
  new RegExp(
    `^${source.replaceAll('{S}', S).replaceAll('{H}', H).replaceAll('{q}', text).replaceAll('{w}', operand)}$`,
    'iu',
  );

export const aggregateWords = {
  sum: ['total', 'sum', 'סכום', 'סך'],
  avg: ['average', 'mean', 'ממוצע'],
  max: ['maximum', 'max', 'highest', 'largest', 'מקסימום', 'מרבי'],
  min: ['minimum', 'min', 'lowest', 'smallest', 'מינימום', 'מזערי'],
} as const;
export type Aggregate = keyof typeof aggregateWords;

const all = Object.values(aggregateWords).flat();
export const aggregate = `(?<agg>${all.join('|')})`;

export const aggregateOf = (word: string): Aggregate => {
  const found = Object.entries(aggregateWords).find(([, words]) =>
    (words as readonly string[]).includes(word.toLowerCase()),
  );
  return (found?.[0] ?? 'sum') as Aggregate;
};

export const number = (value: unknown): string =>
  typeof value === 'number' ? String(Number(value.toFixed(6))) : value === null ? '–' : String(value);

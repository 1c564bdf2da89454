import { THEN } from '../parts.ts';
import { distance } from '../reading/spelling.ts';
import { actInWords } from './acts.ts';
import { type Head, plain, type Sheet } from './sheets.ts';

const speaksOfTypos =
  /(?<![\p{L}])(?:typos?|misspell\p{L}*|misspelt|spelling|spelt wrong|spelled wrong|written wrong|שגיאות? כתיב|טעויות? (?:כתיב|הקלדה)|שגיאות? הקלדה|כתוב לא נכון)(?![\p{L}])/iu;
/** Words around the names that are wrong; any other word would narrow what is meant. */
const small =
  /^(?:hi|hello|ok|so|theres|there|is|are|was|s|a|an|the|some|one|two|three|four|few|couple|of|\d|typos?|misspellings?|misspelt|misspelled|spelling|spelt|spelled|written|wrong|mistakes?|errors?|in|on|and|also|with|it|its|them|that|this|those|please|pls|can|could|you|fix|correct|change|mend|put|right|sort|for|me|us|my|our|column|list|table|sheet|file|thanks|names?|words?|says?|יש|שם|שגיאות?|טעויות?|כתיב|הקלדה|כתוב|לא|נכון|ב|את|זה|ו|תתקני?|תקני?|תקן|לתקן|בבקשה|בקובץ|בטבלה|ברשימה)$/iu;

/** "Two typos in the list, Weat and Hotel Bellvue": what is written so becomes the commoner spelling beside it. */
export const withoutTypos = (
  words: string,
  sheets: readonly Sheet[],
  isTable: (word: string) => boolean,
): string | undefined => {
  if (!speaksOfTypos.test(words)) return undefined;
  const found = sheets.flatMap((sheet) =>
    sheet.document ? [] : sheet.heads.flatMap((head) => wrongIn(words, sheet, head)),
  );
  if (found.length === 0) return undefined;
  const left = found.reduce((rest, { wrong }) => rest.replace(` ${wrong} `, ' '), ` ${plain(words)} `);
  if (left.split(' ').some((word) => word !== '' && !small.test(word) && !isTable(word))) return undefined;
  const acts = found.map(({ sheet, head, rows, right }) =>
    actInWords({ kind: 'set', sheet, rows, which: { en: '', he: '' }, column: head, value: right }),
  );
  return acts.includes(undefined) ? undefined : acts.join(THEN.en);
};

type Wrong = {
  readonly sheet: Sheet;
  readonly head: Head;
  readonly wrong: string;
  readonly right: string;
  readonly rows: readonly number[];
};

/** Values of one column that are said, are rare, and are a letter or two away from a commoner one. */
const wrongIn = (words: string, sheet: Sheet, head: Head): readonly Wrong[] => {
  if (head.kind !== 'text') return [];
  const said = ` ${plain(words)} `;
  return [...head.texts].flatMap(([text, { count }]): readonly Wrong[] => {
    if (text.length < 4 || /\d/u.test(text) || !said.includes(` ${text} `)) return [];
    const near = [...head.texts].filter(
      ([other, held]) => other !== text && held.count > count && distance(other, text) <= (text.length < 8 ? 1 : 2),
    );
    const [only, more] = near;
    const rows = sheet.shown.flatMap((row, at) => (plain(String(row[head.at] ?? '')) === text ? [at] : []));
    return only && !more ? [{ sheet, head, wrong: text, right: only[1].written, rows }] : [];
  });
};

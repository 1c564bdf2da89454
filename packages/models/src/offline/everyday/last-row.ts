import { THEN } from '../parts.ts';
import { actInWords } from './acts.ts';
import { writtenFor } from './said-cells.ts';
import { knownPart, namedPart, valuesIn } from './said-rows.ts';
import { type Head, plain, type Sheet } from './sheets.ts';

const adds =
  /^(?:please |pls |can you |could you )*(?:add|put in|enter|insert|log|record|register|book in|create|new|we have a new|another)(?![\p{L}])|^(?:בבקשה )?(?:תוסי(?:ף|פי)|הוסי(?:ף|פי)|להוסיף|תרש(?:ום|מי)|לרשום|תכניסי?|חדש)(?![\p{L}])/iu;
const otherThan =
  /^(?:(?:no|oh|wait|actually|sorry|oops|hm+)[\s,.!]+)*(?:that|it|this|he|she|they)?(?:'s|s| is| was| were| should be| should have been| has to be| must be)? ?(?:with |for |by |in |on |at |from |a |an |the )?(?<to>[^,]+?),? (?:and )?not (?:with |for |by |in |on |at |from |a |an |the )?(?<from>[^,]+)$/iu;
const otherThanHe =
  /^(?:(?:לא|רגע|סליחה|אופס|בעצם)[\s,.!]+)*(?:זה |זו |היא |הוא )?(?:היה |הייתה |צריך להיות |צריכה להיות )?(?:עם |אצל |ב|ל)?(?<to>[^,]+?),? ו?לא (?:עם |אצל |ב|ל)?(?<from>[^,]+)$/u;
const more =
  /^(?:and |also |oh |plus |he |she |they |it |its |their |his |her |the )*(?:get|gets|got|has|have|is|are|pays?|will get)? ?(?<value>.+)$/iu;
const asks =
  /[?]|^(?:who|which|what|when|where|how|show|list|count|total|and (?:who|what|how|which|when)|מי|מה|כמה|איזה|אילו|מתי|איפה)(?![\p{L}])/iu;
const orders =
  /^(?:please |pls |and |now |then )*(?:add|delete|remove|sort|rename|replace|save|export|convert|change|set|mark|put|make)(?![\p{L}])/iu;

/**
 * "That was with Dana, not Lena", right after a row was added: the last row of the one table in which it says Lena. And
 * "they get 5 percent": a value for a cell of it that was left empty, with the name of its column.
 */
export const correctedRow = (
  words: string,
  earlier: readonly string[],
  sheets: readonly Sheet[],
  day: string,
): string | undefined => {
  const before = earlier.at(-1);
  if (before === undefined || !adds.test(before.trim()) || asks.test(words)) return undefined;
  const said = `${plain(before)} `;
  const lasts = sheets.flatMap((sheet) => {
    const at = sheet.rowIds.indexOf(Math.max(...sheet.rowIds));
    // The row that was just added says what the request before said.
    const cells = (sheet.shown[at] ?? []).map((cell) => plain(String(cell ?? ''))).filter((cell) => cell.length > 2);
    const known = cells.filter((cell) => said.includes(cell)).length;
    return at >= 0 && known >= 2 && known >= cells.length / 2 && !sheet.document ? [{ sheet, at }] : [];
  });
  const [last, second] = lasts;
  if (!last || second) return undefined;
  const parts = otherThan.exec(words)?.groups ?? otherThanHe.exec(words)?.groups;
  if (parts?.from && parts.to) return otherValue(last, parts.from, parts.to, day);
  return orders.test(words) ? undefined : furtherValues(last, words, day);
};

type Last = { readonly sheet: Sheet; readonly at: number };

const set = ({ sheet, at }: Last, column: Head, said: string, day: string): string | undefined => {
  const written = writtenFor(column, said, sheet, day);
  return (
    written && actInWords({ kind: 'set', sheet, rows: [at], which: { en: '', he: '' }, column, value: written.value })
  );
};

const otherValue = (last: Last, from: string, to: string, day: string): string | undefined => {
  const { sheet, at } = last;
  const bare = (text: string) => plain(text.replace(/[.!]+$/u, ''));
  const heads = sheet.heads.filter((head) => {
    const cell = String(sheet.shown[at]?.[head.at] ?? '');
    return plain(cell) === bare(from) || (head.kind === 'number' && Number(from) === sheet.rows[at]?.[head.at]);
  });
  const [head, other] = heads;
  if (!head || other) return undefined;
  const isKnown = head.kind !== 'text' || head.texts.has(bare(to)) || bare(to).split(' ').length <= 2;
  return isKnown ? set(last, head, to.replace(/[.!]+$/u, ''), day) : undefined;
};

const furtherValues = (last: Last, words: string, day: string): string | undefined => {
  const said = more.exec(words.replace(/[.!]+$/u, ''))?.groups?.value;
  if (said === undefined) return undefined;
  const filled = new Set(last.sheet.heads.flatMap(({ at }) => (last.sheet.shown[last.at]?.[at] === null ? [] : [at])));
  const acts = valuesIn(said).map((value) => {
    const place =
      namedPart(value, last.sheet, filled) ??
      unitPart(value, last.sheet, filled) ??
      knownPart(value, last.sheet, filled, 0);
    return place && set(last, place.head, place.said, day);
  });
  return acts.length > 0 && acts.every((act) => act !== undefined) ? acts.join(THEN.en) : undefined;
};

/** "5 percent" of the one column of percents. */
const unitPart = (value: string, sheet: Sheet, filled: ReadonlySet<number>) => {
  const number = /^(?<number>\d+(?:[.,]\d+)?) ?(?:%|percent|per cent|אחוז(?:ים)?)(?: (?:discount|off|הנחה))?$/iu.exec(
    value,
  )?.groups?.number;
  if (number === undefined) return undefined;
  const [head, other] = sheet.heads.filter(
    ({ at, name, kind }) => !filled.has(at) && kind === 'number' && /%|percent|discount|rebate|אחוז|הנחה/iu.test(name),
  );
  return head && !other ? { head, said: number } : undefined;
};

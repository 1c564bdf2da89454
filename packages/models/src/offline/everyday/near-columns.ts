import { both, valueFilter } from './filters.ts';
import type { Item } from './items.ts';
import { namesOfHead } from './naming.ts';
import { isRate } from './pairs.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import { type Filter, mainMoney } from './states.ts';

/** The column of numbers that a comparison is of: the one named beside it, else what the rows are worth. */
export const comparedBy = (
  items: readonly Item[],
  at: number,
  to: number,
  columns: readonly { readonly head: Head; readonly at: number }[],
  sheet: Sheet,
): Head | undefined => {
  const isNumber = (head: Head | undefined) => head?.kind === 'number' && !head.isNumbering;
  const before = columns.at(-1);
  if (before && isNumber(before.head) && before.at >= at - 4) return before.head;
  const next = items.slice(to + 1, to + 4).find((each) => each.is === 'column');
  const after = next?.is === 'column' ? next.heads.filter((head) => isNumber(head)) : [];
  if (after.length === 1) return after[0];
  if (after.length > 1) return undefined;
  if (before && isNumber(before.head)) return before.head;
  // "Over 70" without a word of money, where several columns hold numbers: of which, nobody said.
  const numbers = sheet.heads.filter((head) => isNumber(head));
  const isSaid =
    numbers.length === 1 ||
    items.some(({ is }) => is === 'money' || is === 'sum') ||
    items
      .slice(at, to + 3)
      .some(({ word }) => /^(?:pounds?|quid|euros?|dollars?|shekels?|gbp|usd|eur|שח|שקל|שקלים)$/u.test(word)) ||
    items.slice(Math.max(0, at - 3), at).some(({ is }) => is === 'table');
  return isSaid ? mainMoney(sheet) : undefined;
};

/** "Order 1200", "plot 9", "ticket 17": the column that numbers the rows, beside its own noun. */
export const numberNamed = (items: readonly Item[], at: number, sheet: Sheet): Filter | undefined => {
  const before = items.slice(0, at).findLast(({ is }) => is !== 'skip');
  const item = items[at];
  if (item?.is !== 'number' || !before) return undefined;
  const heads =
    before.is === 'column'
      ? before.heads
      : before.is === 'table'
        ? sheet.heads
            .slice(0, 2)
            .filter(
              (head) =>
                head.isNumbering || /(?:^|\s)(?:no|nr|number|id|ref|code|מספר|מס)(?:$|\s)/iu.test(plain(head.name)),
            )
        : [];
  const fits = heads.filter(
    (head) =>
      head.kind === 'number' &&
      (head.isNumbering || !head.isMoney) &&
      sheet.rows.some((row) => row[head.at] === item.value),
  );
  const [head, other] = fits;
  if (!head || other) return undefined;
  return {
    key: `value ${head.at}`,
    keep: (row) => row[head.at] === item.value,
    said: both(`${head.name} is ${item.value}`, `${head.name} הוא ${item.value}`),
    clauses: [{ column: head.name, is: '=', than: item.value }],
  };
};

/** Whether two columns are counted in the same thing. */
export const isLikeIn = (a: Head, b: Head): boolean => {
  const [x, y] = [namesOfHead(a).units, namesOfHead(b).units];
  return x.length === 0 || y.length === 0 || x.some((unit) => y.includes(unit));
};

/** "Hasn't confirmed" of a column that says "To confirm": the word for what is still missing. */
export const oppositeOf = (item: Item, sheet: Sheet): Filter | undefined => pendingOf(item.word, sheet);
export const pendingOf = (word: string, sheet: Sheet): Filter | undefined => {
  const stem = word.replace(/(?:ed|d|ing)$/u, '');
  if (stem.length < 4) return undefined;
  for (const head of sheet.heads) {
    if (head.kind !== 'text') continue;
    const found = [...head.texts.keys()].filter((text) =>
      new RegExp(`^(?:to (?:be )?|not |un|awaiting |pending |needs? )${stem}`, 'u').test(text),
    );
    if (found.length > 0) return valueFilter([{ head, texts: found, isExact: true, isNote: false }], word, false);
  }
  return undefined;
};

/** Of several columns a word can stand for, the one the question can use. */
export const headMeant = (heads: readonly Head[], items: readonly Item[], at: number): Head | undefined => {
  const [only, other] = heads;
  if (!other) return only;
  const asked = items.slice(0, at).findLast(({ is }) => is !== 'skip');
  const wantsNumber =
    asked !== undefined &&
    (['sum', 'average', 'count', 'most', 'compare'].includes(asked.is) ||
      items.some(({ is }) => is === 'sum' || is === 'average'));
  const kind = items.some((item) => item.is === 'ask' && item.of === 'when')
    ? 'day'
    : wantsNumber
      ? 'number'
      : undefined;
  const fits = kind ? heads.filter((each) => each.kind === kind) : heads.filter((each) => each.kind === 'text');
  // Of what is there and what should be there, what is there is asked about.
  const plainly = fits.length > 1 ? fits.filter((head) => !isRate(head)) : fits;
  return plainly.length === 1 ? plainly[0] : undefined;
};

/** The word before asks for it: "which month", "what day". */
export const asksFor = (items: readonly Item[], at: number): boolean => {
  const asked = items.slice(0, at).findLast(({ is }) => is !== 'skip');
  return asked?.is === 'ask' || asked?.is === 'most';
};

import { wordsOf } from '../everyday/clauses.ts';
import { sheetsOf } from '../everyday/folder-sheets.ts';
import { type Item, itemsOf, lexiconOf } from '../everyday/items.ts';
import { type Head, plain, type Sheet } from '../everyday/sheets.ts';
import { type Plan, refuse, today } from '../plan.ts';
import { type Asked, NotForThisRule, type OfflineRule } from '../rule.ts';
import { placeName } from './word-question.ts';
import { writeCells } from './write-cells.ts';

const percent = '(?<share>\\d+(?:\\.\\d+)?) ?(?:%|percent|per cent|אחוזים|אחוז)';
const more = 'raise|increase|put up|bump up|bump|mark up|up|תעלי?|להעלות|העלי?|תייקרי?|לייקר';
const less = 'lower|reduce|cut|decrease|drop|discount|mark down|תורידי?|להוריד|הורידי?|תוזילי?|להוזיל';
const ways: readonly RegExp[] = [
  new RegExp(
    `^(?:(?<more>${more})|(?<less>${less})) (?:את )?(?<what>.+?)(?: up| down)? (?:by |with |ב-?)${percent}(?<rest> (?:in|on|for|of|at|ב|של) ?.+)?$`,
    'iu',
  ),
  new RegExp(`^(?:put|add) ${percent} (?<more>on|onto|to) (?<what>.+)$`, 'iu'),
  new RegExp(`^(?:take|knock) ${percent} (?<less>off) (?<what>.+)$`, 'iu'),
  new RegExp(
    `^(?<what>.+?) (?:go|goes|should go|must go|have to go|are going|went) (?:(?<more>up)|(?<less>down)) (?:by )?${percent}$`,
    'iu',
  ),
];

/** "Raise all our selling prices by 10 percent": one column of numbers, in all rows or in those that are named. */
export const scaleColumnRule: OfflineRule = {
  id: 'scale-column',
  ways: [],
  read: ({ original }) => {
    const plain = original
      .trim()
      .replace(/[.!]+$/u, '')
      .replace(
        /^(?:(?:please|pls|can you|could you|now|and|then|also|so|lets|let's|we|בבקשה|אפשר|עכשיו|ועכשיו)[ ,]+)+/iu,
        '',
      );
    const parts = ways.map((each) => each.exec(plain)?.groups).find((each) => each !== undefined);
    if (!parts?.what) return undefined;
    return {
      what: `${parts.what}${parts.rest ?? ''}`,
      factor: `${parts.less === undefined ? '' : '-'}${parts.share}`,
    };
  },
  *plan(asked): Plan {
    const day = yield* today();
    const what = asked.raw('what') ?? '';
    const share = Number(asked.raw('factor'));
    const sheets = yield* sheetsOf({ ...asked, rest: '' });
    const read = sheets.flatMap((sheet) => meantIn(what, sheet, sheets, day));
    // "Raise all prices", of a folder with several lists of prices: the one that was named, if one was.
    const called = read.filter(({ isCalled }) => isCalled);
    const found = called.length > 0 ? called : read;
    const [only, other] = found;
    if (!only) throw new NotForThisRule();
    if (other)
      return refuse(
        `Which column do you mean: ${found.map(({ sheet, head }) => `${head.name} in ${placeName(sheet.table)}`).join(', ')}?`,
        `לאיזו עמודה הכוונה: ${found.map(({ sheet, head }) => `${head.name} בקובץ ${placeName(sheet.table)}`).join(', ')}?`,
        found.slice(0, 3).map((each) => inWords(asked, each, share)),
      );
    return yield* scaled(asked, only, share);
  },
};

type Meant = {
  readonly sheet: Sheet;
  readonly head: Head;
  readonly rows: readonly number[];
  readonly isCalled: boolean;
  /** The values that name the rows, as they were said. */
  readonly of: string;
};

const inWords = ({ say }: Asked, { sheet: { table }, head, of }: Meant, share: number): string => {
  const place = table.sheet === null || table.isOnlySheet ? table.path : `sheet ${table.sheet} of ${table.path}`;
  const by = `${Math.abs(share)}%`;
  const rows = of === '' ? '' : say(` for ${of}`, ` של ${of}`);
  return share < 0
    ? say(`Lower "${head.name}" by ${by} in ${place}${rows}`, `להוריד את "${head.name}" ב-${by} בקובץ ${place}${rows}`)
    : say(`Raise "${head.name}" by ${by} in ${place}${rows}`, `להעלות את "${head.name}" ב-${by} בקובץ ${place}${rows}`);
};

/** The one column of numbers that the words speak of, and the rows that their values fit. */
const meantIn = (what: string, sheet: Sheet, sheets: readonly Sheet[], day: string): readonly Meant[] => {
  if (sheet.document) return [];
  // A name in quotes is that column, and the file beside it is no word of its own.
  const quoted = sheet.heads.find(({ name, kind }) => kind === 'number' && what.includes(`"${name}"`));
  const rest = (quoted ? what.replace(`"${quoted.name}"`, ' ') : what).replace(sheet.table.path, ' ');
  const isElsewhere = sheets.some(({ table }) => table.path !== sheet.table.path && what.includes(table.path));
  const items = itemsOf(wordsOf(rest, day).clauses.flat(), lexiconOf(sheet, sheets));
  if (isElsewhere || !items.every((item) => isOfUse(item))) return [];
  const columns = items.flatMap((item) => (item.is === 'column' ? [item.heads.filter(isScalable)] : []));
  // What is only called a price may be any column of money.
  const isBare =
    !quoted &&
    items.every((item) => item.is !== 'column' || ofPrice.test(item.word)) &&
    items.some(({ word }) => ofPrice.test(word));
  const priced = sheet.heads.filter((head) => isScalable(head) && (head.isMoney || ofTrade.test(head.name)));
  const [heads = [], second] = quoted ? [[quoted], ...columns] : isBare ? [priced] : columns;
  if (second) return [];
  const values = items.filter((item) => item.is === 'value');
  const fits = (at: number) =>
    values.every((item) =>
      item.spoken.some(
        ({ head, texts, isNote }) => !isNote && texts.includes(plain(String(sheet.shown[at]?.[head.at] ?? ''))),
      ),
    );
  return (heads.length > 1 && !isBare ? [] : heads).flatMap((head) => {
    const rows = sheet.rows.flatMap((row, at) => (typeof row[head.at] === 'number' && fits(at) ? [at] : []));
    const isCalled = items.some(({ is }) => is === 'table') || values.length > 0;
    return rows.length > 0 ? [{ sheet, head, rows, isCalled, of: values.map(({ word }) => word).join(' ') }] : [];
  });
};

const ofPrice = /^(?:prices?|costs?|מחיר|מחירים|המחירים)$/u;
const ofTrade = /(?:^|\s)(?:pay|sell|price|cost|fee|rate|charge|buy|מחיר|קנייה|מכירה)/iu;
const isScalable = ({ kind, isNumbering }: Head): boolean => kind === 'number' && !isNumbering;
const small =
  /^(?:all|every|each|the|our|my|of|in|on|for|a|an|and|prices?|rates?|fees?|amounts?|costs?|column|list|sheet|table|everything|כל|את|של|ה|ב|מחירים|המחירים|עמודת|העמודה|בעמודה|ברשימה)$/u;
const isOfUse = (item: Item): boolean =>
  item.is === 'column' ||
  item.is === 'table' ||
  item.is === 'rows' ||
  (item.is === 'value' && item.spoken.length === 1) ||
  item.word.split(' ').every((word) => small.test(word)) ||
  item.word === ',';

function* scaled(asked: Asked, { sheet, head, rows }: Meant, share: number): Plan {
  const decimals = Math.max(2, ...rows.map((at) => String(sheet.rows[at]?.[head.at] ?? '').split('.')[1]?.length ?? 0));
  const round = (value: number) =>
    Number((Math.round(value * 10 ** decimals + Number.EPSILON) / 10 ** decimals).toFixed(decimals));
  const cells = rows.map((at) => ({
    at,
    was: sheet.rows[at]?.[head.at] as number,
    now: round(((sheet.rows[at]?.[head.at] as number) * (100 + share)) / 100),
  }));
  yield* writeCells(
    asked,
    sheet.table,
    cells.map(({ at, now }) => ({ row: sheet.rowIds[at] ?? 0, column: head.name, value: now })),
  );
  const named = (at: number) =>
    (sheet.shown[at] ?? [])
      .slice(0, 2)
      .map((cell) => String(cell ?? '–'))
      .join(' | ');
  const by = `${Math.abs(share)}%`;
  const place = placeName(sheet.table);
  const count = rows.length;
  return [
    share < 0
      ? asked.say(
          `Lowered ${head.name} by ${by} in ${count} of ${sheet.rows.length} rows of ${place}:`,
          `${head.name} ירד ב-${by} ב-${count} מתוך ${sheet.rows.length} שורות בקובץ ${place}:`,
        )
      : asked.say(
          `Raised ${head.name} by ${by} in ${count} of ${sheet.rows.length} rows of ${place}:`,
          `${head.name} עלה ב-${by} ב-${count} מתוך ${sheet.rows.length} שורות בקובץ ${place}:`,
        ),
    ...cells.slice(0, mostShown).map(({ at, was, now }) => `- ${named(at)}: ${was} → ${now}`),
    ...(cells.length > mostShown
      ? [asked.say(`… and ${cells.length - mostShown} more.`, `… ועוד ${cells.length - mostShown}.`)]
      : []),
  ].join('\n');
}
const mostShown = 12;

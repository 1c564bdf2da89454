import { readDay, writeDayLike } from '../reading/said-values.ts';
import { rowsFor } from './answer.ts';
import { type ExactAct, exactActWords, readExactAct } from './exact-acts.ts';
import { meantBy, valueFilter } from './filters.ts';
import type { Item } from './items.ts';
import { piecesOf } from './read.ts';
import type { Head, Sheet } from './sheets.ts';
import { inYearOf } from './spans.ts';
import { type Filter, mainDay, paidDayOf, statusOf } from './states.ts';

export type NearAct = { readonly act: ExactAct; readonly worth: number };

/** Tells of something that is to stand in a row, or asks for it. */
const changes =
  /(?<![\p{L}])(?:put|change|update|fix|mark|set|correct|amend|make|move|switch|enter|record|note|log|tick|fill|is now|has now|has just|have just|paid|pays|cancell?ed|finished|arrived|returned|instead|should be|should say|should read|needs? to be|new (?:phone|number|address|email|date|time|price)|delete|remove|take (?:him|her|them|it|that)?(?: out| off)|drop|תעדכ\p{L}*|עדכ\p{L}*|תש(?:ן|ני|נה)|שנ(?:ה|י)|תסמ\p{L}*|סמ(?:ן|ני)|תרש\p{L}*|תתקנ?\p{L}*|תק(?:ן|ני)|תמחק\p{L}*|תוריד\p{L}*|תסיר\p{L}*|תעביר\p{L}*|שיל(?:ם|מה|מו)|ביטל\p{L}*|החזיר\p{L}*|צריך להיות|תשי(?:ם|מי))(?![\p{L}])/iu;
const deletes =
  /(?<![\p{L}])(?:delete|remove|get rid of|drop|strike|take (?:him|her|them|it|that|[\p{L} ]{2,30}) (?:out|off)|תמחק\p{L}*|למחוק|תוריד\p{L}*|תסיר\p{L}*)(?![\p{L}])/iu;

const mostRows = 4;
/** A column with few values, each of them in several rows: one of those may be what a row is to say. */
const isOfKinds = (head: Head, sheet: Sheet): boolean =>
  head.kind === 'text' && head.texts.size <= 12 && head.texts.size * 2 <= sheet.rows.length;

/** The changes of one or few rows that a request may ask for; none of them is done before somebody picks it. */
export const nearestActs = (request: string, sheets: readonly Sheet[], today: string): readonly NearAct[] =>
  changes.test(request)
    ? sheets.flatMap((sheet) => actsIn(request, sheet, sheets, today)).toSorted((a, b) => b.worth - a.worth)
    : [];

const actsIn = (request: string, sheet: Sheet, sheets: readonly Sheet[], today: string): readonly NearAct[] => {
  const { items, words } = piecesOf(request, sheet, sheets, today);
  const values = items.flatMap((item, at) => {
    const spoken = item.is === 'value' ? meantBy(item.spoken, []) : undefined;
    return spoken && !spoken.isNote ? [{ at, spoken, word: item.word }] : [];
  });
  const found: NearAct[] = [];
  const add = (
    target: { readonly column: Head; readonly value: string | number; readonly places: readonly number[] },
    weight: number,
  ) => {
    const filters = rowsSaid(target.places, target.column);
    const rows = filters.length === 0 ? [] : rowsFor({ sheet, filters });
    const changed = rows.filter((at) => String(sheet.shown[at]?.[target.column.at] ?? '') !== String(target.value));
    if (changed.length === 0 || rows.length > mostRows) return;
    found.push({
      act: { kind: 'set', sheet, filters, column: target.column, value: target.value },
      worth: filters.length * 3 + weight + (rows.length === 1 ? 3 : 0),
    });
  };
  /** The rows that all other words speak of. */
  const rowsSaid = (places: readonly number[], column: Head | undefined): readonly Filter[] => {
    const named = values.filter(({ at, spoken }) => !places.includes(at) && spoken.head !== column);
    const filters = named.map(({ spoken, word }) => valueFilter([spoken], word, false));
    const day = mainDay(sheet);
    const spans = items.flatMap((item, at) => (item.is === 'span' && !places.includes(at) ? [item.at] : []));
    const timed = day && day !== column && spans.length === 1 ? daysOf(day, spans[0] as number) : [];
    return [...new Map([...filters, ...timed].map((each) => [each.said.en, each])).values()];
  };
  const daysOf = (head: Head, at: number): readonly Filter[] => {
    const span = words.spans[at];
    const known = sheet.rows.flatMap((row) => (row[head.at] === null ? [] : [String(row[head.at])]));
    if (!span) return [];
    const { from, to } = inYearOf(span, known, today);
    return [
      {
        key: `day ${head.at}`,
        keep: (row) => row[head.at] !== null && String(row[head.at]) >= from && String(row[head.at]) < to,
        said: { en: `${head.name} is on ${from}`, he: `${head.name}: ביום ${from}` },
        clauses: [{ column: head.name, is: 'days', from, to }],
      },
    ];
  };
  if (deletes.test(request)) {
    const filters = rowsSaid([], undefined);
    const rows = filters.length === 0 ? [] : rowsFor({ sheet, filters });
    if (rows.length > 0 && rows.length < sheet.rows.length / 2)
      found.push({ act: { kind: 'delete', sheet, filters }, worth: filters.length * 3 + (rows.length === 1 ? 4 : 1) });
  }
  for (const { at, spoken } of values) {
    const [text, other] = spoken.texts;
    if (text === undefined || other !== undefined || !isOfKinds(spoken.head, sheet)) continue;
    // What is to be said there is led to, or it is a state.
    const cue = items.slice(0, at).findLast(({ word }) => word !== '' && !/^(?:now|already|the|a|just)$/u.test(word));
    const isLed =
      /^(?:to|as|into|with|is|are|be|on|say|says|read)$|^(?:set|mark|put|marked)(?: (?:as|down as|to))?$/u.test(
        cue?.word ?? '',
      );
    // "Put Noam down as the guide": the column is named as well.
    const isNamed = items.some((item) => item.is === 'column' && item.heads.includes(spoken.head));
    if (!isLed && !isNamed && spoken.head !== statusOf(sheet) && !spoken.head.flag) continue;
    add(
      { column: spoken.head, value: spoken.head.texts.get(text)?.written ?? text, places: [at] },
      (spoken.isExact ? 4 : 2) + (isNamed ? 2 : 0),
    );
  }
  for (const [at, item] of items.entries()) {
    if (item.is === 'state' && item.of === 'paid') {
      const flag = sheet.heads.find(({ name, flag: own }) => own && /paid|settled|שולם|שילם/iu.test(name));
      if (flag?.flag) add({ column: flag, value: flag.flag.yes[0] ?? '', places: [at] }, 4);
      const day = paidDayOf(sheet);
      if (day) add({ column: day, value: writtenDay(day, today, sheet), places: [at] }, 3);
    }
    if (item.is !== 'column') continue;
    for (const head of item.heads.slice(0, 2)) {
      const next = valueBehind(items, at, head);
      if (!next) continue;
      const value =
        next.item.is === 'number' ? next.item.value : next.item.is === 'span' ? spanDay(next.item.at, head) : undefined;
      if (value !== undefined && value !== '') add({ column: head, value, places: [at, next.at] }, 5);
    }
  }
  return found;

  function spanDay(at: number, head: Head): string {
    const span = words.spans[at];
    const known = sheet.rows.flatMap((row) => (row[head.at] === null ? [] : [String(row[head.at])]));
    if (!span?.isDay) return '';
    const { from } = inYearOf(span, [...known, today], today);
    return writtenDay(head, from, sheet);
  }
};

/** The number or the day that stands behind a column, or just before it. */
const valueBehind = (
  items: readonly Item[],
  at: number,
  head: Head,
): { readonly item: Item; readonly at: number } | undefined => {
  const fits = (item: Item | undefined) =>
    (item?.is === 'number' && head.kind === 'number') || (item?.is === 'span' && head.kind === 'day');
  for (const on of [at + 1, at + 2, at + 3, at + 4, at - 1]) {
    const item = items[on];
    if (item && fits(item)) return { item, at: on };
  }
  return undefined;
};

/** A day as the column writes its days; a sheet keeps it as one. */
const writtenDay = (head: Head, day: string, { table, shown }: Sheet): string => {
  if (table.kind === 'xlsx') return day;
  const like = shown.map((row) => String(row[head.at] ?? '')).find((each) => each !== '') ?? '';
  const read = readDay(day);
  return (read && writeDayLike(read, like)) ?? '';
};

export const nearestActWays = (
  near: readonly NearAct[],
  sheets: readonly Sheet[],
  language: 'en' | 'he',
): readonly string[] => {
  const ways = new Set<string>();
  for (const { act } of near) {
    const said = exactActWords(act, language);
    const back = said === undefined ? undefined : readExactAct(said, sheets);
    if (said !== undefined && back && JSON.stringify(back.rows) === JSON.stringify(rowsFor(act))) ways.add(said);
    if (ways.size >= 2) break;
  }
  return [...ways];
};

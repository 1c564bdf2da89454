import type { Sub } from '../../plan.ts';
import { isPhone, readDay } from '../../reading/said-values.ts';
import { isNumeric, type Table } from '../../rule.ts';
import { howTyped } from '../as-typed.ts';
import { allRows } from '../set-row/named-rows.ts';
import { cellsOfRow, type SheetPlace } from '../sheet-place.ts';
import { columnWords } from './atoms.ts';

/** What the cells of a column show about what may be written there. */
export type ColumnFacts = {
  readonly name: string;
  readonly words: readonly string[];
  readonly isText: boolean;
  readonly isNumber: boolean;
  readonly isWhole: boolean;
  readonly range?: readonly [number, number];
  readonly isDay: boolean;
  readonly isMonthFirst: boolean;
  /** A date of a sheet, and not a text that looks like one. */
  readonly isRealDate: boolean;
  /** A day as the column writes it, and the last one in it. */
  readonly like?: string;
  readonly lastDay?: string;
  readonly isPhone: boolean;
  readonly isEmail: boolean;
  /** Nearly every row says something else. */
  readonly isDistinct: boolean;
  /** What stands in it, each once. */
  readonly values: readonly string[];
  readonly isFormula: boolean;
  readonly isNumbering: boolean;
  /** The number that follows, where the column only numbers the rows. */
  readonly next?: string | number;
  readonly paid?: string;
  readonly unpaid?: string;
  readonly isCsv: boolean;
};

const isPaidWord = /^(?:paid|yes|y|settled|received|שולם|שולמה|שילם|שילמה|כן)$/iu;
const isUnpaidWord =
  /^(?:unpaid|not paid|open|no|n|outstanding|pending|due|owing|awaiting payment|לא שולם|לא|טרם שולם|ממתין|פתוח|לא שילם)$/iu;

export type TableFacts = { readonly facts: readonly ColumnFacts[]; readonly lastRow: number };

/** Reads the whole table once; `place` is where it stands on a sheet. */
export function* factsOf(table: Table, place: SheetPlace | undefined): Sub<TableFacts> {
  const names = table.columns.map(({ name }) => name);
  const rows = (yield* allRows(table)).map(({ row, cells }) => [row, ...names.map((name) => cells.get(name) ?? '')]);
  const lastRow = Number(rows.at(-1)?.[0] ?? 0);
  const cells = place ? yield* cellsOfRow(table, place, place.base + lastRow) : new Map<string, string>();
  const { days: typed } = yield* howTyped(table);
  const facts = names.map((name, at): ColumnFacts => {
    const all = rows.map((row) => String(row[at + 1]));
    const filled = all.filter((value) => value !== '');
    const column = table.columns[at] as Table['columns'][number];
    const own = typed.get(name);
    const isMonthFirst =
      /^\d{1,2}\/(?:1[3-9]|2\d|3[01])\//u.test(own ?? '') ||
      (filled.some((value) => /^\d{1,2}\/(?:1[3-9]|2\d|3[01])\//.test(value)) &&
        !filled.some((value) => /^(?:1[3-9]|2\d|3[01])\//.test(value)));
    const days = filled.filter((value) => readDay(value, isMonthFirst) !== undefined && /\d{4}|\d[/.-]\d/.test(value));
    const isDay = filled.length > 0 && days.length >= filled.length * 0.8 && !isNumeric(column);
    const isIso = days.filter((value) => /^\d{4}-\d\d-\d\d/.test(value)).length > days.length / 2;
    const like = days.findLast((value) => !/^\d{4}-/.test(value)) ?? days.at(-1);
    const numbers = isNumeric(column) ? filled.map((value) => Number(value.replace(/[£$€₪, ]/gu, ''))) : [];
    const real = numbers.filter((value) => !Number.isNaN(value));
    const next = nextOf(name, all, at === 0);
    const states = [...new Set(filled)];
    const one = (pattern: RegExp) => {
      const found = [...new Set(states.filter((value) => pattern.test(value)).map((value) => value.toLowerCase()))];
      return found.length === 1 ? commonest(filled.filter((value) => pattern.test(value))) : undefined;
    };
    const isPaidHead = /paid|payment|שולם|שילם|תשלום/iu.test(name);
    const isState = /status|state|סטטוס|מצב/iu.test(name) || isPaidHead || table.view.flags.has(name);
    const isFlag = table.view.flags.has(name);
    const paid = isState && (!isFlag || isPaidHead) ? one(isPaidWord) : undefined;
    const unpaid = isState && (!isFlag || isPaidHead) ? one(isUnpaidWord) : undefined;
    const lastDay = isDay
      ? rows
          .map((row) => readDay(String(row[at + 1] ?? ''), isMonthFirst))
          .flatMap((day) => (day?.year === undefined ? [] : [`${day.year}-${pad(day.month)}-${pad(day.day)}`]))
          .toSorted()
          .at(-1)
      : undefined;
    return {
      name,
      words: columnWords(name),
      isText:
        !isNumeric(column) &&
        !isDay &&
        !isFlag &&
        !isCode(filled) &&
        !filled.some(isPhone) &&
        !filled.some((each) => /@/.test(each)),
      isNumber: isNumeric(column) || (real.length === 0 && !isDay && filled.length > 0 && filled.every(isFigure)),
      isWhole: real.every((value) => Number.isInteger(value)),
      ...(real.length > 0 ? { range: [Math.min(...real), Math.max(...real)] as const } : {}),
      isDay,
      isMonthFirst,
      isRealDate: isDay && table.kind === 'xlsx' && isIso,
      ...(like === undefined ? {} : { like: own ?? (isIso && table.kind !== 'xlsx' ? (days.at(-1) ?? like) : like) }),
      ...(lastDay === undefined ? {} : { lastDay }),
      isPhone:
        filled.length > 0
          ? filled.filter(isPhone).length > filled.length / 2
          : /phone|mobile|tel|טלפון|נייד/iu.test(name),
      isEmail: filled.some((each) => /@/.test(each)) || /mail|מייל|דוא/iu.test(name),
      values: [...new Set(filled)],
      isDistinct: filled.length > 4 && new Set(filled).size > filled.length * 0.8 && filled.length > all.length * 0.8,
      isFormula: place !== undefined && (cells.get(place.letterOf(name)) ?? '').startsWith('='),
      isNumbering: next !== undefined,
      ...(next === undefined ? {} : { next }),
      ...(paid === undefined ? {} : { paid }),
      ...(unpaid === undefined ? {} : { unpaid }),
      isCsv: table.kind !== 'xlsx',
    };
  });
  return { facts, lastRow };
}

/** B141, A1: numbers with letters before them, and no names. */
const isCode = (filled: readonly string[]): boolean =>
  filled.length > 2 && filled.filter((value) => /^\p{L}{0,4}[-/]?\d+$/u.test(value)).length > filled.length * 0.8;

const pad = (value: number): string => String(value).padStart(2, '0');
const isFigure = (value: string): boolean => /^-?[£$€₪]? ?\d[\d,]*(?:\.\d+)?$/.test(value) && !/^0\d/.test(value);

const commonest = (values: readonly string[]): string | undefined =>
  [...Map.groupBy(values, (value) => value)].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];

/**
 * 2718 is followed by 2719 and B147 by B148, where every row has one and nearly none is left out. Only the first column
 * may be out of order: rooms have numbers too.
 */
const nextOf = (name: string, all: readonly string[], isFirst: boolean): string | number | undefined => {
  const parsed = all.map((value) => /^(\D{0,6}?)(\d+)$/.exec(value));
  if (all.length < 3 || parsed.some((each) => each === null)) return undefined;
  const prefix = parsed[0]?.[1] ?? '';
  const numbers = parsed.map((each) => Number(each?.[2]));
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const different = new Set(numbers).size;
  const isRising = numbers.every((value, at) => at === 0 || value >= (numbers[at - 1] ?? 0));
  const isDense = different >= numbers.length * 0.9 && high - low + 1 <= different * 1.4;
  const isMeasure = /year|שנה|month|חודש|price|amount|total|qty|age|room|kennel|table|גיל|חדר|מחיר/iu.test(name);
  if (!(isRising || isFirst) || !isDense || isMeasure || parsed.some((each) => each?.[1] !== prefix)) return undefined;
  const width = parsed.at(-1)?.[2]?.length ?? 0;
  return prefix === '' && !/^0/.test(all.at(-1) ?? '') ? high + 1 : `${prefix}${String(high + 1).padStart(width, '0')}`;
};

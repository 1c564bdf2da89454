import { isMoneyName, isNumbering, isQuantityName } from '../reading/quantities.ts';
import { isoOf, nearestYear, readDay } from '../reading/said-values.ts';
import { isNumeric, type Table } from '../rule.ts';
import type { Flag } from '../table-view.ts';
export type Cell = string | number | null;

/** One column as a question needs it. */
export type Head = {
  readonly at: number;
  readonly name: string;
  readonly kind: 'day' | 'number' | 'text';
  readonly isMoney: boolean;
  readonly isQuantity: boolean;
  readonly isNumbering: boolean;
  readonly flag: Flag | undefined;
  /** Every text that stands in it, as people may say it, with how often it is there. */
  readonly texts: ReadonlyMap<string, { readonly written: string; readonly count: number }>;
};

/** A table held in memory: a few hundred rows can be looked at in every way a question needs. */
export type Sheet = {
  readonly table: Table;
  readonly heads: readonly Head[];
  /** What a cell means: a number, a day as 2026-11-18, a text. */
  readonly rows: readonly (readonly Cell[])[];
  /** What it looks like. */
  readonly shown: readonly (readonly Cell[])[];
  /** The rows by their place in the file. */
  readonly rowIds: readonly number[];
  /** A table of a document: which one, and the heading it stands under. */
  readonly document?: {
    readonly table: number;
    readonly blockId: string;
    readonly heading: string;
    readonly title: string;
    readonly isOnly: boolean;
  };
};

/** A text as it is compared: small letters, no marks, single spaces. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    // "Café" and "Cafe" are one name.
    .replace(/[\u00c0-\u024f]/gu, (letter) => letter.normalize('NFD').replace(/\p{M}/gu, ''))
    .replace(/['’‘`´״"]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const cellOf = (value: unknown): Cell => {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' || typeof value === 'boolean' ? String(value).trim() : '';
  return text === '' ? null : text;
};

const isoDay = /^\d{4}-\d\d-\d\d/;

type Place = Pick<Sheet, 'rowIds' | 'document'>;

export const sheetFrom = (
  table: Table,
  given: readonly (readonly Cell[])[],
  shown: readonly (readonly Cell[])[],
  place: Place,
  today?: string,
): Sheet => {
  const rows = withDays(
    withMonths(given),
    table.columns.map(({ name }) => (/^(?:date|day|when|on|תאריך|מועד)(?:$|\s)/iu.test(name) ? today : undefined)),
  );
  const heads = table.columns.map((column, at): Head => {
    const cells = rows.map((row) => row[at] ?? null).filter((each) => each !== null);
    const isDay = cells.length > 0 && cells.every((each) => typeof each === 'string' && isoDay.test(each));
    const kind = isDay ? 'day' : isNumeric(column) ? 'number' : 'text';
    const texts = new Map<string, { written: string; count: number }>();
    if (kind !== 'number')
      for (const row of shown) {
        const written = String(row[at] ?? '');
        const said = plain(written);
        if (said === '') continue;
        const before = texts.get(said);
        texts.set(said, { written: before?.written ?? written, count: (before?.count ?? 0) + 1 });
      }
    return {
      at,
      name: column.name,
      kind,
      isMoney:
        kind === 'number' &&
        (isMoneyName(column.name) ||
          moneyMark.test(column.name) ||
          shown.some((row) => currency.test(String(row[at])))),
      isQuantity: kind === 'number' && isQuantityName(column.name),
      isNumbering: kind === 'number' && isNumbering(column.name, cells),
      flag: table.view.flags.get(column.name),
      texts,
    };
  });
  const days = new Set(heads.filter(({ kind }) => kind === 'day').map(({ at }) => at));
  return {
    ...place,
    table,
    heads,
    rows: rows.map((row) =>
      row.map((cell, at) => (days.has(at) && typeof cell === 'string' ? cell.slice(0, 10) : cell)),
    ),
    shown: shown.map((row) => row.map((cell) => (typeof cell === 'string' ? cell.replace(/T00:00:00.*$/u, '') : cell))),
  };
};
const currency = /^[£$€₪]\s?\d/u;

/**
 * Days typed as text among real ones: a column of days has a few that lack their year, or that are none. What is no day
 * stays empty here; what is shown stays as it is.
 */
const withDays = (
  rows: readonly (readonly Cell[])[],
  nearTo: readonly (string | undefined)[],
): readonly (readonly Cell[])[] => {
  const count = rows[0]?.length ?? 0;
  const days = new Map<number, readonly Cell[]>();
  for (let at = 0; at < count; at += 1) {
    const cells = rows.map((row) => row[at] ?? null);
    const filled = cells.filter((cell) => cell !== null);
    if (filled.length < 4 || filled.some((cell) => typeof cell === 'number')) continue;
    const read = cells.map((cell) => dayIn(String(cell ?? '')));
    const named = nearTo[at];
    // "24.11" of a column called Date is a day of the year around today.
    const whole = read.filter((day) => day !== undefined && (day.year !== undefined || named !== undefined));
    // Whether the day or the month comes first must be told by the column itself.
    const isTold = cells.some((cell) => /^(?:\d{4}-|(?:1[3-9]|2\d|3[01])[/.-]\d)/.test(String(cell ?? '')));
    if (whole.length === filled.length && filled.every((cell) => isoDay.test(String(cell)))) continue;
    if (whole.length < filled.length * 0.8 || !isTold) continue;
    const near = whole
      .flatMap((day) => (day?.year === undefined ? [] : [isoOf({ ...day, year: day.year })]))
      .toSorted();
    const middle = near[Math.floor(near.length / 2)] ?? named ?? '';
    days.set(
      at,
      read.map((day) => {
        if (day === undefined) return null;
        const year = day.year ?? nearestYear(day, middle);
        return year === undefined ? null : isoOf({ ...day, year });
      }),
    );
  }
  return days.size === 0
    ? rows
    : rows.map((row, on) => row.map((cell, at) => (days.has(at) ? (days.get(at)?.[on] ?? null) : cell)));
};
/** "Tues 3 Nov" is the third of November. */
const dayIn = (text: string) =>
  readDay(text.replace(/^(?:mon|tues?|wed(?:nes)?|thurs?|fri|sat(?:ur)?|sun)(?:day)?\.?,? /iu, ''));

/** "2026-10" in every cell of a column is a month: its first day stands for it. */
const withMonths = (rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] => {
  const count = rows[0]?.length ?? 0;
  const months = new Set(
    Array.from({ length: count }, (_, at) => at).filter((at) => {
      const filled = rows.flatMap((row) => row[at] ?? []);
      return (
        filled.length > 0 && filled.every((cell) => typeof cell === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(cell))
      );
    }),
  );
  if (months.size === 0) return rows;
  return rows.map((row) => row.map((cell, at) => (months.has(at) && cell !== null ? `${cell}-01` : cell)));
};
const moneyMark = /[£$€₪]|(?:^|\s)(?:net|gross|vat|quote|quoted|cash|tip|tips|value|worth)(?:$|\s)|מע["״]מ|ש["״]ח/iu;

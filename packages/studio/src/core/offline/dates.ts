import { tokensOf, variantsOf } from '../language/normalise.ts';
import { dayNumber, dayText, weekDay } from '../schedule/hebrew-calendar.ts';
import { countAt, type Piece } from './lex.ts';

/** A day that was named, or by how many days something moves. */
export type DateRead =
  | { readonly kind: 'on'; readonly date: string; readonly used: readonly number[] }
  | { readonly kind: 'weekday'; readonly weekday: number; readonly used: readonly number[] }
  | { readonly kind: 'shift'; readonly days: number; readonly used: readonly number[] };

const weekdays: readonly ReadonlySet<string>[] = [
  'sunday sun ראשון',
  'monday mon שני',
  'tuesday tue שלישי',
  'wednesday wed רביעי',
  'thursday thu חמישי',
  'friday fri שישי',
  'saturday sat shabbat שבת',
].map((list) => new Set(tokensOf(list)));
const dayWords = new Set(tokensOf('יום day the ל ב on to next הבא של'));
const months = 'january february march april may june july august september october november december'.split(' ');
const monthsHe = 'ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר'
  .split(' ')
  .map((month) => tokensOf(month)[0]);
const spans: readonly (readonly [ReadonlySet<string>, number])[] = [
  [new Set(tokensOf('day days יום ימים יומיים')), 1],
  [new Set(tokensOf('week weeks שבוע שבועות')), 7],
];

const forms = (piece: Piece | undefined): readonly string[] => (piece?.kind === 'word' ? variantsOf(piece.text) : []);
const has = (piece: Piece | undefined, set: ReadonlySet<string>): boolean => forms(piece).some((form) => set.has(form));

export const readDate = (pieces: readonly Piece[], today: string): DateRead | undefined =>
  readDay(pieces, today) ?? readShift(pieces) ?? readWeekday(pieces);

const around = (pieces: readonly Piece[], from: number, to: number): readonly number[] => {
  let start = from;
  while (start > 0 && has(pieces[start - 1], dayWords)) start -= 1;
  let end = to;
  while (has(pieces[end], new Set(tokensOf('הבא next')))) end += 1;
  return Array.from({ length: end - start }, (_, at) => start + at);
};

/** "2026-06-20", "20/6", "20.6.2026", "20 ביוני", "tomorrow". A day without a year is the next such day. */
const readDay = (pieces: readonly Piece[], today: string): DateRead | undefined => {
  for (const [at, piece] of pieces.entries()) {
    if (forms(piece).some((form) => form === 'tomorrow' || form === 'מחר'))
      return { kind: 'on', date: dayText(dayNumber(today) + 1), used: around(pieces, at, at + 1) };
    if (piece.kind === 'date') return written(piece.raw, today, around(pieces, at, at + 1));
    if (piece.kind !== 'number') continue;
    const dotted = /^(\d{1,2})\.(\d{1,2})$/.exec(piece.raw);
    if (dotted) return onDay(Number(dotted[1]), Number(dotted[2]), undefined, today, around(pieces, at, at + 1));
    const month = monthAt(pieces[at + 1]);
    if (month > 0) return onDay(piece.milli / 1_000, month, undefined, today, around(pieces, at, at + 2));
    const before = monthAt(pieces[at - 1]);
    if (before > 0) return onDay(piece.milli / 1_000, before, undefined, today, around(pieces, at - 1, at + 1));
  }
  return undefined;
};

const written = (raw: string, today: string, used: readonly number[]): DateRead | undefined => {
  const [first = 0, second = 0, third] = raw.split(/[-/.]/).map(Number);
  if (raw.includes('-')) return onDay(third ?? 0, second, first, today, used);
  return onDay(first, second, third !== undefined && third < 100 ? third + 2_000 : third, today, used);
};

const monthAt = (piece: Piece | undefined): number => {
  for (const form of forms(piece)) {
    const at = Math.max(
      months.findIndex((month) => month === form || (form.length === 3 && month.startsWith(form))),
      monthsHe.indexOf(form),
    );
    if (at >= 0) return at + 1;
  }
  return 0;
};

const onDay = (
  day: number,
  month: number,
  year: number | undefined,
  today: string,
  used: readonly number[],
): DateRead | undefined => {
  const pad = (value: number): string => String(value).padStart(2, '0');
  if (!Number.isInteger(day) || day < 1 || day > 31 || month < 1 || month > 12) return undefined;
  const thisYear = Number(today.slice(0, 4));
  const of = (each: number): string => `${each}-${pad(month)}-${pad(day)}`;
  const date = year !== undefined ? of(year) : of(thisYear) >= today ? of(thisYear) : of(thisYear + 1);
  // The 31st of June is a slip of the finger, not the 1st of July.
  return !Number.isNaN(dayNumber(date)) && dayText(dayNumber(date)) === date ? { kind: 'on', date, used } : undefined;
};

/** "in 3 days", "בשבוע", "בשלושה ימים". */
const readShift = (pieces: readonly Piece[]): DateRead | undefined => {
  for (const [at, piece] of pieces.entries()) {
    const span = spans.find(([words]) => has(piece, words));
    if (!span) continue;
    const isTwo = forms(piece).includes('יומיימ');
    const before = countAt(pieces[at - 1]);
    const isOne = before === undefined && /^(ב|ל)?(שבוע|יומיימ)$/.test(piece.text);
    const article = before === undefined && ['a', 'one'].includes(pieces[at - 1]?.text ?? '');
    if (before === undefined && !isOne && !article) continue;
    const from = isOne ? at : at - 1;
    const lead = ['ב', 'by'].includes(pieces[from - 1]?.text ?? '') ? 1 : 0;
    const used = Array.from({ length: at - from + 1 + lead }, (_, nth) => from - lead + nth);
    return { kind: 'shift', days: (isTwo ? 2 : (before ?? 1)) * span[1], used };
  }
  return undefined;
};

const readWeekday = (pieces: readonly Piece[]): DateRead | undefined => {
  for (const [at, piece] of pieces.entries()) {
    const weekday = weekdays.findIndex((words) => has(piece, words));
    if (weekday >= 0) return { kind: 'weekday', weekday, used: around(pieces, at, at + 1) };
  }
  return undefined;
};

/** The next such weekday after a day, or the last one before it. */
export const weekdayFrom = (date: string, weekday: number, direction: 1 | -1): string => {
  let day = dayNumber(date) + direction;
  while (weekDay(day) !== weekday) day += direction;
  return dayText(day);
};

export const shiftDay = (date: string, days: number): string => dayText(dayNumber(date) + days);

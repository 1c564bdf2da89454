import type { Words } from './clauses.ts';
import type { Conditions, Unread } from './conditions.ts';
import { both, spanFilter } from './filters.ts';
import type { Item } from './items.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import { inYearOf, type Span } from './spans.ts';
import { birthOf, type Filter, mainDay, paidDayOf } from './states.ts';

/** When: stretches of time that narrow the rows, or several that are put side by side. */
export type Times = {
  readonly timed: readonly Filter[];
  readonly isCompared: boolean;
  readonly dayNamed: Head | undefined;
  readonly score: number;
};

/** Time is of the column that was named with it, else of the day of the rows. */
export const timesOf = (
  items: readonly Item[],
  sheet: Sheet,
  { today }: Words,
  { columns, spanned, used, filters }: Conditions,
): Times | Unread => {
  const fail = (word: string): Unread => ({ unknown: [word] });
  const has = (is: Item['is']) => items.some((item) => item.is === is);
  const state = (of: string) => items.some((item) => item.is === 'state' && item.of === of);
  const dayNamed = columns.find(({ head }) => head.kind === 'day')?.head;
  const birth = state('birthday') ? birthOf(sheet) : undefined;
  if (state('birthday') && !birth) return fail('birthday');
  const spansUsed = spanned.filter(({ at }) => !used.has(at));
  // "Paid in February" is when it was paid.
  const isPaidThen = state('paid') && spansUsed.length > 0;
  // "Repairs finished in October": the day they were finished, where a column tells it.
  const ended = spansUsed.length > 0 && !dayNamed && !isPaidThen ? endedDay(items, sheet) : undefined;
  const day = dayNamed ?? (isPaidThen ? paidDayOf(sheet) : (ended ?? mainDay(sheet)));
  if (isPaidThen && !day) return fail('paid');
  const timed: Filter[] = [];
  const months = dayNamed || birth ? undefined : monthColumn(sheet);
  for (const { span, at } of spansUsed.toSorted((a, b) => (a.span.from < b.span.from ? -1 : 1))) {
    if (birth) {
      const { from, to } = span;
      const length = (Date.parse(to) - Date.parse(from)) / 86_400_000;
      if (!(length > 0 && length < 366)) return fail(span.said);
      const isWithin = (day: string) =>
        [from.slice(0, 4), to.slice(0, 4)].some((year) => `${year}${day}` >= from && `${year}${day}` < to);
      timed.push({
        key: `day ${birth.at}`,
        keep: (row) => row[birth.at] !== null && isWithin(String(row[birth.at]).slice(4)),
        said: both(`the day of ${birth.name} is in ${span.said}`, `היום ב-${birth.name} הוא ב-${span.said}`),
      });
    } else if (months && isMonth(span)) {
      // "Rent for October" of a column that says for which month; "in October" may be that, or the day it came.
      const meant = monthFilter(months, span);
      const isFor = /^(?:for|עבור)$/u.test(items[at - 1]?.word ?? '') || /^ל/u.test(span.said);
      const byDay = day ? spanFilter(day, span, sheet, today) : meant;
      const fits = sheet.rows.filter((row) => filters.every(({ keep }) => keep(row)));
      const isSame = fits.every((row) => byDay.keep(row) === meant.keep(row));
      if (!isFor && !isSame) return fail(span.said);
      timed.push(meant);
    } else if (day) {
      // A stretch of time that lies wholly outside of what the table knows is no matter of this table.
      if (isOutside(day, span, sheet, today)) return fail(span.said);
      timed.push(spanFilter(day, span, sheet, today));
    }
    // "Today" of a table without days is how it stands now.
    else if (span.isDay && span.from === today) continue;
    else return fail(span.said);
  }
  const isCompared = timed.length > 1 && (has('versus') || has('and'));
  if (timed.length > 1 && !isCompared) return fail(spansUsed[1]?.span.said ?? '');
  return { timed, isCompared, dayNamed, score: spansUsed.length === 0 ? 0 : dayNamed ? 2 : 1 };
};

const ofEnding =
  /^(?:(?:is|are|was|were|been|got) )?(?:done|finished|completed?|closed|fixed|resolved|mended|wrapped up|הסתיימ[הו]|הסתיים|הושלמ[הו]|הושלם|בוצעו?|בוצעה)$/u;
const endingHead =
  /(?:^|\s)(?:done|finished|finish|completed|completion|closed|fixed|ended|הסתיים|הושלם|בוצע|סיום)(?:$|\s)/u;
/** The day on which what is asked about was done, where it was said that it is. */
const endedDay = (items: readonly Item[], sheet: Sheet): Head | undefined => {
  const [only, other] = items.some(({ word }) => ofEnding.test(word))
    ? sheet.heads.filter(({ kind, name }) => kind === 'day' && endingHead.test(plain(name)))
    : [];
  return other ? undefined : only;
};

const monthNames: readonly string[] = [
  'january jan ינואר',
  'february feb פברואר',
  'march mar מרץ מרס',
  'april apr אפריל',
  'may מאי',
  'june jun יוני',
  'july jul יולי',
  'august aug אוגוסט',
  'september sep sept ספטמבר',
  'october oct אוקטובר',
  'november nov נובמבר',
  'december dec דצמבר',
];
const monthOf = (text: string): number =>
  monthNames.findIndex((names) => names.split(' ').includes(text.replace(/ (?:19|20)?\d\d$/u, '')));
/** A column of texts that says of which month each row is. */
const monthColumn = (sheet: Sheet): Head | undefined =>
  sheet.heads.find(
    ({ kind, texts }) => kind === 'text' && texts.size > 0 && [...texts.keys()].every((text) => monthOf(text) >= 0),
  );
const isMonth = ({ from, to }: Span): boolean =>
  /-01$/u.test(from) && /-01$/u.test(to) && Date.parse(to) - Date.parse(from) < 32 * 86_400_000;
const monthFilter = (head: Head, { from, said }: Span): Filter => {
  const month = Number(from.slice(5, 7)) - 1;
  const texts = [...head.texts].filter(
    ([text]) => monthOf(text) === month && (!/\d{2}$/u.test(text) || text.endsWith(from.slice(2, 4))),
  );
  const written = texts.map(([, each]) => each.written);
  const name = written.join(' or ') || said;
  return {
    key: `value ${head.at}`,
    keep: (row) => texts.some(([text]) => text === plain(String(row[head.at] ?? ''))),
    said: both(`${head.name} is ${name}`, `${head.name} הוא ${name}`),
    ...(written.length > 0 ? { clauses: [{ column: head.name, is: 'one of' as const, values: written }] } : {}),
  };
};

const isOutside = ({ at }: Head, span: Span, { rows }: Sheet, today: string): boolean => {
  const days = rows.flatMap((row) => (row[at] === null ? [] : [String(row[at])])).toSorted();
  const { from, to } = inYearOf(span, days, today);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || from === '' || to === '') return false;
  // Of the weeks and months around today, none is an answer too.
  const isNear = Math.abs(Date.parse(from) - Date.parse(today)) < 100 * 86_400_000;
  return (to <= first || from > last) && !isNear;
};

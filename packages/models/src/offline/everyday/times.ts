import type { Words } from './clauses.ts';
import type { Conditions, Unread } from './conditions.ts';
import { both, spanFilter } from './filters.ts';
import type { Item } from './items.ts';
import type { Head, Sheet } from './sheets.ts';
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
  { columns, spanned, used }: Conditions,
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
  const day = dayNamed ?? (isPaidThen ? paidDayOf(sheet) : mainDay(sheet));
  if (isPaidThen && !day) return fail('paid');
  const timed: Filter[] = [];
  for (const { span } of spansUsed.toSorted((a, b) => (a.span.from < b.span.from ? -1 : 1))) {
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

const isOutside = ({ at }: Head, span: Span, { rows }: Sheet, today: string): boolean => {
  const days = rows.flatMap((row) => (row[at] === null ? [] : [String(row[at])])).toSorted();
  const { from, to } = inYearOf(span, days, today);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || from === '' || to === '') return false;
  // Of the weeks and months around today, none is an answer too.
  const isNear = Math.abs(Date.parse(from) - Date.parse(today)) < 100 * 86_400_000;
  return (to <= first || from > last) && !isNear;
};

import { isNumberOfOne, isYesOrNo } from '../reading/account.ts';
import {
  amountOf,
  both,
  compareFilter,
  emptyFilter,
  flagFilter,
  groupBy,
  groupByTime,
  meantBy,
  rangeFilter,
  spanFilter,
  type TimeUnit,
  valueFilter,
} from './filters.ts';
import { type Item, itemsOf, lexiconOf, type Spoken } from './items.ts';
import { namesOfHead } from './naming.ts';
import { counterpartOf, isOtherSide, isOurCost, isRate, lowFilter, pairFilter, productOf, worthOf } from './pairs.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import { inYearOf, type Span, takeSpans } from './spans.ts';
import {
  type Amount,
  birthOf,
  type Filter,
  mainDay,
  mainMoney,
  paidDayOf,
  peopleOf,
  type Row,
  readState,
  stayingOn,
} from './states.ts';
import { bareForms } from './words.ts';

/** What an everyday question asks of one table. */
export type Ask = {
  readonly sheet: Sheet;
  readonly filters: readonly Filter[];
  readonly measure: 'rows' | 'count' | 'sum' | 'average' | 'share' | 'twice';
  readonly isCounted: boolean;
  /** Nothing says that rows are counted: going on from a sum, it stays a sum. */
  readonly isImplied?: boolean;
  /** What is added up or averaged; several where it was not said which. */
  readonly amounts: readonly Amount[];
  readonly by: readonly Group[];
  readonly top?: { readonly count: number; readonly isLeast: boolean };
  readonly order?: { readonly head: Head; readonly isDown: boolean };
  /** Stretches of time that are put side by side. */
  readonly spans: readonly Filter[];
  /** Columns that were asked for by name. */
  readonly wanted: readonly Head[];
};

/** What rows are put together by. */
export type Group = {
  readonly name: string;
  readonly of: (row: Row) => string;
  readonly notes: readonly string[];
  readonly isTime?: boolean;
};

export type Reading = { readonly ask: Ask; readonly score: number } | { readonly unknown: readonly string[] };

type Words = {
  readonly request: string;
  readonly clauses: readonly (readonly string[])[];
  readonly spans: readonly Span[];
  readonly today: string;
};

const contracted: Readonly<Record<string, string>> = {
  whos: 'who is',
  whats: 'what is',
  theres: 'there is',
  hows: 'how is',
  wheres: 'where is',
  thats: 'that is',
  whens: 'when is',
};

/** The clauses of a request as plain words; stretches of time are marked. */
export const wordsOf = (request: string, today: string): Words => {
  const isHebrew = /\p{Script=Hebrew}/u.test(request);
  const told = request
    .trim()
    .replace(
      /^(?:\p{L}+ )?(?:wants|needs|would like|asked|is asking|was asking)(?: me)?(?: to (?:know|see)| for)? /iu,
      '',
    )
    .replace(/[’‘`´]/gu, "'")
    .replace(/[£$€₪](?=\d)/gu, '')
    .replace(/(\d),(?=\d{3}(?!\d))/gu, '$1');
  // "More hours than estimated": the hours, more than estimated.
  const turned = told
    .replace(
      /(?<![\p{L}])(earliest|soonest|oldest|newest|latest|biggest|largest|smallest|highest|lowest|cheapest|longest|shortest) (\p{L}+(?: \p{L}+)?) first(?![\p{L}])/giu,
      'sorted by $2 $1 first',
    )
    .replace(/(?<![\p{L}])(more|less|fewer) (\p{L}+) than(?![\p{L}])/giu, '$2 $1 than');
  const { words, spans } = takeSpans(turned, today, isHebrew);
  const clauses = words
    .split(/[?!;:()]+|\.(?=\s|$)|,(?=\s)|\s[-–—]+\s/u)
    .map((clause) =>
      clause
        .replace(/(\p{L})'s(?![\p{L}])/gu, (_all, letter: string) => letter)
        .split(/\s+/u)
        .flatMap((word) =>
          /^‹\d+›$/.test(word) ? [word] : /^\d+(?:\.\d+)?$/.test(word) ? [word] : plain(word).split(' '),
        )
        .flatMap((word) => (contracted[word] ?? word).split(' '))
        .filter((word) => word !== ''),
    )
    .filter((clause) => clause.length > 0);
  return { request, clauses, spans, today };
};

/** Reads a request as a question about one table, or says which words it has no use for. */
export const readOf = (
  request: string,
  sheet: Sheet,
  sheets: readonly Sheet[],
  today: string,
  before?: Ask,
): Reading => {
  // What will or should be is not what is.
  const toBe = notYet.exec(request)?.[0];
  if (toBe !== undefined) return { unknown: [toBe] };
  const words = wordsOf(request, today);
  const lexicon = lexiconOf(sheet, sheets);
  const clauses = words.clauses.map((clause) => itemsOf(clause, lexicon));
  const items = withoutAsides(clauses);
  const unknown = items.flatMap((item) => (item.is === 'unknown' ? [item.word] : []));
  if (unknown.length > 0) return { unknown };
  if (
    !before &&
    !asks(items) &&
    !request.includes('?') &&
    items.some(({ is, word }) => is === 'skip' && tells.test(word))
  )
    return { unknown: [request] };
  return compose(items, sheet, words, before);
};

const notYet =
  /(?<![\p{L}])(?:will|would|should|might|shall|going to|ought to|forecast|predict|expect to|likely to)(?! (?:you|like|be nice|be good|be great))(?![\p{L}])|(?<![\p{L}])(?:תחזית|צפי|צפוי להיות|יהיה|יהיו|תהיה|נצטרך|כדאי|האם כדאי)(?![\p{L}])/iu;

/** What is told is no question: "he has paid" names no more than its words. */
const tells = /^(?:has|have|had|is|are|was|were|will|got|did|be|been|said|says|now|went)$/u;

const means = (item: Item): boolean => !['skip', 'unknown', 'and', 'or', 'rows', 'that'].includes(item.is);
const asks = (items: readonly Item[]): boolean =>
  items.some(({ is }) =>
    ['ask', 'count', 'sum', 'average', 'most', 'duration', 'versus', 'by', 'share', 'twice'].includes(is),
  );

/** "He's asking", "need it for the return": what is said beside a question is dropped where it names nothing of the table. */
const withoutAsides = (clauses: readonly (readonly Item[])[]): readonly Item[] => {
  const kept = clauses.flatMap((clause): readonly Item[][] => {
    const isOdd = clause.some(({ is }) => is === 'unknown');
    if (!isOdd || clauses.length === 1) return [[...clause]];
    const other = clauses.some((each) => each !== clause && asks(each));
    const meant = clause.filter(means);
    // "Need it for the return" behind what is asked for without a word of asking.
    const isReason =
      /^(?:need|needs|want|wants|just|he|she|they|i|we|it|so|someone|think|because|as|for|אני|הוא|היא|כי|צריך|צריכה)$/u.test(
        clause[0]?.word.split(' ')[0] ?? '',
      );
    if (
      isReason &&
      meant.length === 0 &&
      clauses.some((each) => each !== clause && each.every(({ is }) => is !== 'unknown'))
    )
      return [];
    if (other && meant.every(({ is }) => is === 'money' || is === 'table' || is === 'ask')) return [];
    // "Got a letter for YP21 TRO, whose van is that": what it names is what is asked about.
    const isOnlyNames = meant.every((item) => item.is === 'value' && item.spoken.some(({ isExact }) => isExact));
    if (other && !asks(clause) && isOnlyNames) return [clause.filter(({ is }) => is === 'value')];
    return [[...clause]];
  });
  return kept.flatMap((clause, at) => (at === 0 ? clause : [{ is: 'skip' as const, word: ',' }, ...clause]));
};

const nextOf = (items: readonly Item[], at: number): number => {
  let on = at + 1;
  while (on < items.length && items[on]?.is === 'skip' && items[on]?.word !== ',') on += 1;
  return on;
};

const unitWords: Readonly<Record<string, TimeUnit>> = {
  month: 'month',
  months: 'month',
  monthly: 'month',
  חודש: 'month',
  חודשים: 'month',
  חודשי: 'month',
  week: 'week',
  weeks: 'week',
  weekly: 'week',
  שבוע: 'week',
  quarter: 'quarter',
  quarters: 'quarter',
  quarterly: 'quarter',
  רבעון: 'quarter',
  year: 'year',
  years: 'year',
  yearly: 'year',
  שנה: 'year',
  שנים: 'year',
  day: 'day',
  days: 'day',
  daily: 'day',
  date: 'day',
  יום: 'day',
  תאריך: 'day',
};
/** "A year" of a column of yearly amounts names that column. */
const periodic: Readonly<Partial<Record<TimeUnit | 'hour', RegExp>>> = {
  year: /annual|yearly|per year|a year|per annum|שנתי|לשנה/iu,
  month: /monthly|per month|a month|חודשי|לחודש/iu,
  week: /weekly|per week|a week|שבועי|לשבוע/iu,
  day: /daily|per day|a day|יומי|ליום/iu,
  hour: /hourly|per hour|an hour|\/ ?h(?:our|r)?(?![\p{L}])|שעתי|לשעה/iu,
};
const unitOf = (word: string): TimeUnit | undefined =>
  unitWords[word] ??
  bareForms(word)
    .map((each) => unitWords[each])
    .find((each) => each !== undefined);

const compose = (items: readonly Item[], sheet: Sheet, { request, spans, today }: Words, before?: Ask): Reading => {
  const fail = (word: string): Reading => ({ unknown: [word] });
  const filters: Filter[] = [];
  const used = new Set<number>();
  const columns: { readonly head: Head; readonly at: number }[] = [];
  const amounts: Amount[] = [];
  const spanned: { readonly span: Span; readonly at: number }[] = [];
  const has = (is: Item['is']) => items.some((item) => item.is === is);
  const state = (of: string) => items.some((item) => item.is === 'state' && item.of === of);
  let score = 0;
  const near = items.flatMap((item) => (item.is === 'column' ? item.heads : []));
  const first = (from: number, is: Item['is']) => items.slice(from).find((item) => item.is === is);
  const by: Group[] = [];
  let ordered: Head | undefined;
  let product: Amount | undefined;
  let unit: TimeUnit | undefined;
  if (isOtherSide(request, sheet)) return fail('we');
  if (isOurCost(request, sheet)) score += 2;

  /** The values from here on that are of one column, joined by "and" or "or". */
  const together = (
    from: number,
  ): { readonly spoken: readonly Spoken[]; readonly words: readonly string[]; readonly to: number } | undefined => {
    const item = items[from];
    if (item?.is !== 'value') return undefined;
    const found = meantBy(item.spoken, near);
    if (!found) return undefined;
    const spoken = [found];
    const words = [item.word];
    let to = from;
    for (let on = from + 1; on < items.length; ) {
      const link = on;
      while (items[on] && ['and', 'or', 'skip', 'versus', 'not'].includes(items[on]?.is ?? '')) on += 1;
      const next = items[on];
      const same = next?.is === 'value' ? next.spoken.find(({ head }) => head === found.head) : undefined;
      const isJoined =
        on > link &&
        items.slice(link, on).some(({ is, word }) => is === 'and' || is === 'or' || is === 'versus' || word === ',');
      if (next?.is !== 'value' || !same || !isJoined) break;
      spoken.push(same);
      words.push(next.word);
      to = on;
      on += 1;
    }
    return { spoken, words, to };
  };

  if (items.some((item) => item.is === 'ask' && item.of === 'who') && peopleOf(sheet).length > 0) score += 1;
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as Item;
    if (used.has(at)) continue;
    if (item.is === 'not') {
      let on = nextOf(items, at);
      // "Without those who left": whoever it is, what they did is what counts.
      while (items[on]?.is === 'ask' || items[on]?.is === 'rows') on = nextOf(items, on);
      const next = items[on];
      const values = together(on);
      if (next?.is === 'value' && values) {
        const opposed = oppositeOf(next, sheet);
        filters.push(opposed ?? valueFilter(values.spoken, values.words.join(', '), true));
        for (let each = on; each <= values.to; each++) used.add(each);
        score += 3;
      } else if (next?.is === 'column') {
        const head = next.heads.find(({ flag }) => flag) ?? next.heads[0];
        if (!head) return fail(next.word);
        filters.push(head.flag ? flagFilter(head, false, sheet) : emptyFilter(head));
        used.add(on);
        score += 3;
      } else if (next?.is === 'state' && (next.of === 'paid' || next.of === 'done')) {
        const read = readState(sheet, next.of === 'paid' ? 'unpaid' : 'open', today);
        if (!read) return fail(next.word);
        filters.push(...read.filters);
        if (read.amount) amounts.push(read.amount);
        used.add(on);
        score += 1;
      } else {
        const confirmed = next?.is === 'unknown' || next === undefined ? undefined : pendingOf(next.word, sheet);
        if (!confirmed) return fail(item.word);
        filters.push(confirmed);
        used.add(on);
        score += 2;
      }
      continue;
    }
    if (item.is === 'value') {
      // "How much cash": the column of that name; "cash donors": the rows that say it.
      const measured = item.heads.find(({ kind }) => kind === 'number');
      const asked = items.slice(0, at).findLast(({ is }) => is !== 'skip');
      if (measured && (asked?.is === 'sum' || asked?.is === 'average' || asked?.is === 'count')) {
        columns.push({ head: measured, at });
        score += 3;
        continue;
      }
      const values = together(at);
      if (!values) return fail(item.word);
      filters.push(valueFilter(values.spoken, values.words.join(', '), false));
      score += values.spoken.some(({ isExact }) => isExact) ? 4 : values.spoken.every(({ isNote }) => isNote) ? 1 : 3;
      for (let each = at; each <= values.to; each++) used.add(each);
      // Two that are compared stand side by side.
      if (values.spoken.length > 1 && has('versus') && values.spoken[0]) by.push(groupBy(values.spoken[0].head));
      continue;
    }
    if (item.is === 'state') {
      score += 1;
      if (item.of === 'staying') {
        const day = spans.find(({ isDay }) => isDay);
        if (has('duration') || has('average')) continue;
        const read = stayingOn(sheet, day ? day.from : today);
        if (!read) return fail(item.word);
        filters.push(...read.filters);
        for (const [on, each] of items.entries()) if (each.is === 'span' && spans[each.at] === day) used.add(on);
        continue;
      }
      if (['birthday', 'youngest', 'oldest', 'latest', 'earliest', 'empty'].includes(item.of)) continue;
      if (item.of === 'low') {
        const low = lowFilter(sheet);
        if (!low) return fail(item.word);
        if (!filters.some(({ key }) => key === low.key)) filters.push(low);
        score += 2;
        continue;
      }
      const read = readState(sheet, item.of, today);
      if (!read) return fail(item.word);
      filters.push(...read.filters.filter(({ key }) => !filters.some((each) => each.key === key && key === 'paid')));
      if (read.amount && !amounts.some(({ name }) => name === read.amount?.name)) amounts.push(read.amount);
      continue;
    }
    if (item.is === 'by') {
      const on = nextOf(items, at);
      const next = items[on];
      const heads = next?.is === 'column' ? next.heads : next?.is === 'value' ? next.heads : [];
      const text = heads.find(({ kind }) => kind !== 'number');
      const numeric = heads.find(({ kind }) => kind === 'number');
      const time =
        next && !text && (next.is === 'unknown' || next.is === 'skip' || next.is === 'unit' || numeric)
          ? unitOf(next.word)
          : undefined;
      if (time && (mainDay(sheet) || columns.some(({ head }) => head.kind === 'day'))) unit = time;
      else if (numeric && has('most')) ordered = numeric;
      else if (numeric && next?.is === 'column' && next.heads.length > 0 && !has('sum') && !has('count')) {
        // "What do we pay per kilo": the price that is per kilo.
        const priced = sheet.heads.filter(
          (head) =>
            head.isMoney && isRate(head) && namesOfHead(head).units.some((each) => plain(next.word).includes(each)),
        );
        const [price, second] = priced;
        if (!price || second) return fail(item.word);
        columns.push({ head: price, at });
      } else if (text?.kind === 'day' && sheet.rows.length > 0 && time) unit = time;
      else if (text) {
        by.push(groupBy(text));
        score += 3;
      } else if (next?.is === 'sum' || next?.is === 'money') {
        ordered = mainMoney(sheet);
        continue;
      } else if (next?.is === 'table' && sheet.rows.length > 0) {
        // "Average order value per order": each row is one.
      } else if (next?.is === 'rows') continue;
      else return fail(item.word);
      used.add(on);
      continue;
    }
    if (item.is === 'unit' && !used.has(at)) {
      const spoken = periodic[item.of];
      // "Hourly rate": the rate was named itself.
      const periods = sheet.heads.filter(({ kind, name }) => kind === 'number' && spoken?.test(name));
      const [period, second] = periods;
      if (period && !second) columns.push({ head: period, at });
      else if (item.of !== 'hour' && asksFor(items, at) && mainDay(sheet)) unit = item.of;
      else if (columns.length === 0 && !has('average') && !has('sum')) return fail(item.word);
      else if (items.some((each) => each.is === 'span')) continue;
      else return fail(item.word);
      continue;
    }
    if (item.is === 'sorted') {
      const on = nextOf(items, at);
      const next = items[on];
      const heads = next?.is === 'column' ? next.heads : next?.is === 'value' ? next.heads : [];
      const [head] = heads;
      if (next?.is === 'sum' || next?.is === 'money') ordered = mainMoney(sheet);
      else if (head && heads.length === 1) ordered = head;
      else return fail(item.word);
      if (next?.is !== 'sum' && next?.is !== 'money') used.add(on);
      continue;
    }
    if (item.is === 'product' || (item.is === 'times' && !has('count'))) {
      const on = nextOf(items, at);
      const next = items[on];
      const left = columns.findLast(({ head }) => head.kind === 'number')?.head;
      const rights = next?.is === 'column' ? next.heads.filter(({ kind }) => kind === 'number') : [];
      const right = rights.find((head) => head !== left && isRate(head)) ?? rights.find((head) => head !== left);
      if (!left || !right) return fail(item.word);
      product = productOf(left, right);
      columns.splice(0, columns.length, ...columns.filter(({ head }) => head !== left && head !== right));
      used.add(on);
      score += 3;
      continue;
    }
    if (item.is === 'between') {
      const [low, link, high] = [
        nextOf(items, at),
        nextOf(items, nextOf(items, at)),
        nextOf(items, nextOf(items, nextOf(items, at))),
      ];
      const [from, to] = [items[low], items[high]];
      if (from?.is !== 'number' || items[link]?.is !== 'and' || to?.is !== 'number') return fail(item.word);
      const head = comparedBy(items, at, high, columns, sheet);
      if (!head) return fail(item.word);
      filters.push(rangeFilter(head, from.value, to.value));
      used.add(low).add(link).add(high);
      score += 2;
      continue;
    }
    if (item.is === 'after' && !used.has(at)) return fail(item.word);
    if (item.is === 'compare') {
      const on = nextOf(items, at);
      const next = items[on];
      if (next?.is === 'column') {
        const rights = next.heads.filter(({ kind }) => kind === 'number');
        const [right] = rights;
        const days = next.heads.filter(({ kind }) => kind === 'day');
        if (!right || rights.length > 1 || days.length > 0) return fail(item.word);
        const near = items.slice(0, at).findLast((each) => each.is === 'column');
        const lefts =
          near?.is === 'column' ? near.heads.filter((head) => head.kind === 'number' && head !== right) : [];
        const left =
          lefts.length > 0
            ? lefts.length === 1
              ? lefts[0]
              : counterpartOf(right, sheet, lefts)
            : counterpartOf(right, sheet);
        if (!left || !isLikeIn(left, right)) return fail(item.word);
        filters.push(pairFilter(left, right, item.of));
        const said = columns.findIndex(({ head }) => lefts.includes(head));
        if (said >= 0) columns.splice(said, 1);
        used.add(on);
        score += 5;
        continue;
      }
      if (next?.is !== 'number') return fail(item.word);
      const after = items[nextOf(items, on)];
      if (after?.is === 'after') return fail(after.word);
      const head = comparedBy(items, at, on, columns, sheet);
      if (!head) return fail(item.word);
      filters.push(compareFilter(head, item.of, next.value));
      used.add(on);
      score += 2;
      continue;
    }
    if (item.is === 'number' && !used.has(at)) {
      const on = nextOf(items, at);
      const after = items[on];
      if (after?.is === 'after') {
        const head = comparedBy(items, at, on, columns, sheet);
        if (!head) return fail(item.word);
        filters.push(compareFilter(head, after.of, item.value));
        used.add(on).add(at);
        score += 2;
        continue;
      }
      const called = numberNamed(items, at, sheet);
      if (called) {
        filters.push(called);
        used.add(at);
        score += 4;
        continue;
      }
    }
    if (item.is === 'span') {
      spanned.push({ span: spans[item.at] as Span, at });
      continue;
    }
    if (item.is === 'column') {
      // "Overdue for service": the day that tells it was named too.
      if (
        item.heads.some(({ at: own }) =>
          filters.some(
            ({ key }) =>
              key === `due ${own}` ||
              key === `expiry ${own}` ||
              (key.startsWith('pair ') && key.split(' ').includes(String(own))),
          ),
        )
      )
        continue;
      // "The estimate in hours": the hours only say what the estimate is counted in.
      const beside = items[nextOf(items, at)];
      if (
        item.heads.length > 1 &&
        beside?.is !== 'product' &&
        items.some(
          (other) =>
            other !== item &&
            other.is === 'column' &&
            other.heads.length === 1 &&
            item.heads.includes(other.heads[0] as Head),
        )
      )
        continue;
      const flag = item.heads.find((head) => head.flag);
      const beforeIt = items.slice(0, at).findLast(({ is }) => is !== 'skip');
      if (flag && beforeIt?.is !== 'by' && item.heads.length === 1 && !has('by')) {
        filters.push(flagFilter(flag, true, sheet));
        score += 2;
        continue;
      }
      const head = headMeant(item.heads, items, at);
      if (!head) return fail(item.word);
      columns.push({ head, at });
      score += item.word === plain(head.name) ? 3 : 2;
      continue;
    }
    if (item.is === 'table') score += item.weight;
    if (item.is === 'number' && !used.has(at)) {
      const beside =
        items[at - 1]?.is === 'most' ||
        items[at + 1]?.is === 'most' ||
        items.slice(Math.max(0, at - 2), at).some(({ is }) => is === 'most');
      if (!beside) return fail(item.word);
    }
  }

  // What is both wanted and not wanted was read wrongly.
  if (filters.some(({ key }) => filters.some((each) => each.key === `${key} not`)))
    return fail(items.find(({ is }) => is === 'not')?.word ?? '');

  // Time is of the column that was named with it, else of the day of the rows.
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
      const wanted = span.from.slice(5, 7);
      timed.push({
        key: `day ${birth.at}`,
        keep: (row) => String(row[birth.at] ?? '').slice(5, 7) === wanted,
        said: both(`${birth.name} is in month ${Number(wanted)}`, `${birth.name} בחודש ${Number(wanted)}`),
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
  if (spansUsed.length > 0) score += dayNamed ? 2 : 1;
  const isCompared = timed.length > 1 && (has('versus') || has('and'));
  if (timed.length > 1 && !isCompared) return fail(spansUsed[1]?.span.said ?? '');
  if (!isCompared) filters.push(...timed);

  const numeric = columns.filter(({ head }) => head.kind === 'number').map(({ head }) => head);
  const texts = columns.filter(({ head }) => head.kind === 'text').map(({ head }) => head);
  const money = mainMoney(sheet);
  const worth = money ? undefined : worthOf(sheet);
  const named = product ? [product] : numeric.map(amountOf);
  const isMoney = has('money');
  // What came in, was spent or was paid is money: a table without any answers something else.
  if (
    isMoney &&
    !money &&
    !worth &&
    amounts.length === 0 &&
    named.length === 0 &&
    !(texts.length + columns.length > 0 && filters.length > 0)
  )
    return fail(items.find(({ is }) => is === 'money')?.word ?? '');
  // Amounts in several currencies are not added up.
  const isMixed =
    sheet.table.view.mixed.size > 0 ||
    sheet.heads.some(({ name, texts: found }) => /^(?:currency|curr\.?|ccy|מטבע)$/iu.test(name) && found.size > 1);
  if (isMixed && ['most', 'average', 'sum', 'money', 'by'].some((is) => has(is as Item['is']))) return fail('currency');
  // What is still to be paid is told by a state, or by nothing.
  if (stillToPay.test(request) && !state('unpaid') && !state('overdue'))
    return fail(stillToPay.exec(request)?.[0] ?? '');
  // "Did Brazil have the most" asks for yes or no, and no number answers it.
  if (isYesOrNo(request) && ['most', 'average', 'sum', 'count'].some((is) => has(is as Item['is'])))
    return fail(request);
  // Numbers that only name the rows are neither added up nor compared.
  if (numeric.some(({ isNumbering }) => isNumbering) && ['most', 'average', 'sum'].some((is) => has(is as Item['is'])))
    return fail(numeric[0]?.name ?? '');
  if ((has('average') && has('count') && named.length === 0) || isNumberOfOne(request)) return fail('number');
  const most = items.find((item) => item.is === 'most');
  const asked = items.flatMap((item) => (item.is === 'ask' ? [item.of] : []));
  // Where the rows have no money, what was given in kind is what there is to add up.
  const fits = sheet.rows.filter((row) => filters.every(({ keep }) => keep(row)));
  const isThere = (head: Head) => fits.some((row) => row[head.at] !== null);
  const whole = (): readonly Amount[] =>
    amounts.length > 0
      ? amounts
      : money && isThere(money)
        ? [amountOf(money)]
        : worth
          ? [worth]
          : sheet.heads
              .filter((head) => head.isQuantity && !isRate(head) && !isTimeSpent.test(head.name) && isThere(head))
              .map(amountOf);
  const timeDay = unit ? (dayNamed ?? mainDay(sheet)) : undefined;
  if (unit && !timeDay) return fail(unit);
  if (unit && timeDay) by.push(groupByTime(timeDay, unit));
  const isDown = items.flatMap((item) => (item.is === 'order' ? [item.of === 'desc'] : []))[0];
  const orderHead = ordered ?? (isDown === undefined ? undefined : (numeric[0] ?? dayNamed ?? mainDay(sheet) ?? money));
  const unique = [...new Map(filters.map((each) => [each.said.en, each])).values()];
  const base = {
    sheet,
    filters: unique,
    by,
    spans: isCompared ? timed : [],
    wanted: columns.map(({ head }) => head),
    amounts: [] as readonly Amount[],
    isCounted: has('count') || has('times'),
    ...(orderHead && by.length === 0 && !has('most') ? { order: { head: orderHead, isDown: isDown ?? false } } : {}),
    ...(by.length > 0 && isDown === false ? { top: { count: Number.POSITIVE_INFINITY, isLeast: true } } : {}),
  };
  // "How many tickets did we sell" of orders that say how many each is of: rows are another number.
  const hasPieces = sheet.heads.some(
    ({ kind, name }) => kind === 'number' && /^(?:qty|quantity|כמות)(?:$|[\s(.])/iu.test(name),
  );
  if (has('count') && isMoney && hasPieces && numeric.length === 0) return fail('how many');
  // The best, a share of money, what a stock is worth at a price for one, and who is the biggest are not guessed.
  const isGuess =
    /(?<![\p{L}])(?:best|worth at|share of the money|most expensive .* we sell|who is our)(?![\p{L}])/iu.test(
      request,
    ) && !product;
  if (isGuess) return fail('best');
  // "Yael paid?" may be of two people of that name.
  const isPartOnly = items.some((item) => item.is === 'value' && item.spoken.every(({ isExact }) => !isExact));
  if (state('paid') && isPartOnly && asked.length === 0 && !has('count') && !has('sum')) return fail('paid');
  if (has('twice')) {
    if (has('sum') || has('average') || has('most') || by.length > 0 || numeric.length > 0) return fail('twice');
    return { ask: { ...base, filters: unique, measure: 'twice' }, score: score + 1 };
  }
  if (has('share')) {
    if (filters.length === 0 || by.length > 0 || has('most')) return fail('share');
    const shared = named.length > 0 ? named.slice(0, 1) : isMoney || has('sum') ? whole().slice(0, 1) : [];
    return { ask: { ...base, measure: 'share', amounts: shared }, score };
  }
  // A word that only stands in a remark is a guess: where it leaves nothing, it was not meant so.
  const guessed = items.find(
    (item) => item.is === 'value' && item.spoken.every(({ isNote, isExact }) => isNote && !isExact),
  );
  const done = (ask: Partial<Ask> & Pick<Ask, 'measure'>): Reading =>
    isMixed && (ask.top !== undefined || ['sum', 'average', 'share'].includes(ask.measure))
      ? fail('currency')
      : guessed && fits.length === 0
        ? fail(guessed.word)
        : { ask: { ...base, ...ask } as Ask, score };

  const extreme = items.flatMap((item) =>
    item.is === 'state' && ['youngest', 'oldest', 'latest', 'earliest'].includes(item.of) ? [item.of] : [],
  )[0];
  if (extreme !== undefined) {
    const birth = extreme === 'youngest' || extreme === 'oldest' ? birthOf(sheet) : undefined;
    const age = sheet.heads.find(({ name, kind }) => kind === 'number' && /^(?:age|גיל)$/iu.test(name.trim()));
    const head =
      birth ??
      (extreme === 'youngest' || extreme === 'oldest'
        ? (age ?? dayNamed ?? mainDay(sheet))
        : (dayNamed ?? mainDay(sheet)));
    if (!head || has('count') || has('sum') || has('average') || by.length > 0) return fail(extreme);
    const isLast = head === age ? extreme === 'oldest' : extreme === 'youngest' || extreme === 'latest';
    if (head.kind === 'number')
      return done({ measure: 'rows', amounts: [amountOf(head)], top: { count: 1, isLeast: !isLast } });
    const of: Amount = {
      name: head.name,
      of: (row) => (row[head.at] === null ? null : Date.parse(String(row[head.at]))),
    };
    return done({ measure: 'rows', amounts: [of], top: { count: 1, isLeast: !isLast } });
  }
  if (most?.is === 'most') {
    const count = items.flatMap((item, at) => (item.is === 'number' && !used.has(at) ? [item.value] : []))[0] ?? 1;
    const byTime = by[0];
    const dimension = most.dimension;
    const isList = by.length > 0 && /first$/u.test(most.word);
    const group =
      byTime ??
      (texts[0] &&
      (!has('table') || asked.length > 0 || count > 1) &&
      !filters.some(({ key }) => key === `value ${texts[0]?.at}`)
        ? groupBy(texts[0])
        : asked.includes('who') && peopleOf(sheet)[0]
          ? groupBy(peopleOf(sheet)[0] as Head)
          : undefined);
    const measured = ordered
      ? [amountOf(ordered)]
      : named.length > 0
        ? named.slice(0, 1)
        : isMoney || has('sum') || dimension === 'money'
          ? dimension === 'money' && !money
            ? dearestOf(sheet)
            : whole().slice(0, 1)
          : amounts.length > 0
            ? amounts.slice(0, 1)
            : dimension === 'length'
              ? lengthOf(sheet)
              : dimension === 'weight'
                ? weightOf(sheet)
                : [];
    if (dimension && measured.length === 0) return fail(most.word);
    const top = isList
      ? { count: Number.POSITIVE_INFINITY, isLeast: most.of === 'min' }
      : { count, isLeast: most.of === 'min' };
    const isCounting =
      has('table') || has('rows') || items.some((item) => item.is === 'state') || most.word === 'most often';
    // "Who has the largest plot" asks for a row, and not for who has the most of them.
    const isLargest =
      !isMostOf.test(most.word) &&
      named.length === 0 &&
      by.length === 0 &&
      asked.includes('who') &&
      !isMoney &&
      !has('sum');
    const largest = isLargest ? largestOf(sheet) : [];
    if (largest.length === 1) return done({ measure: 'rows', amounts: largest, top });
    if (isLargest) return fail(most.word);
    if (group && measured.length > 0 && !(named.length > 0 && numeric.every(isRate)))
      return done({ measure: 'sum', amounts: measured, by: [group], top });
    if (group && measured.length > 0) return done({ measure: 'rows', amounts: measured, top });
    if (group && isCounting && !(texts.length > 1))
      return done({ measure: 'count', by: [group], top, isCounted: true });
    if (group && texts.length === 2 && texts[1])
      return done({ measure: 'count', by: [groupBy(texts[0] as Head)], top, isCounted: true });
    if (!group && measured.length > 0) return done({ measure: 'rows', amounts: measured, top });
    // "The biggest order": the row with the most money, or else the most of the one thing that is counted.
    const size =
      (!group || !isMostOf.test(most.word)) &&
      (has('table') || has('rows') || before !== undefined || texts.length === 1) &&
      /big|large|small|highest|lowest|גדול|קטן|גבוה|נמוך/u.test(most.word)
        ? sizeOf(sheet)
        : [];
    if (size.length === 1) return done({ measure: 'rows', amounts: size, top });
    return fail(most.word);
  }
  if (has('average') || has('duration')) {
    const length = sheet.heads.find(
      ({ name, kind }) => kind === 'number' && /nights|days|duration|length|weeks|minutes|לילות|ימים|משך/iu.test(name),
    );
    const of =
      has('duration') && named.length === 0 ? (length ? [amountOf(length)] : []) : named.length > 0 ? named : whole();
    if (of.length === 0 || (named.length === 0 && of.length > 1 && !has('duration'))) return fail('average');
    if (!has('average') && filters.length === 0) return fail('how long');
    return done({ measure: has('average') ? 'average' : 'rows', amounts: has('average') ? of : [] });
  }
  if (isCompared)
    return done({
      measure: named.length > 0 || isMoney || has('sum') || !has('count') ? 'sum' : 'count',
      amounts: named.length > 0 ? named : whole(),
    });
  const quantity = numeric.find(({ isQuantity, isMoney: m, isNumbering }) => isQuantity || m || !isNumbering);
  if (
    has('count') &&
    !has('times') &&
    quantity &&
    items.some(
      (item, at) =>
        item.is === 'count' && columns.some(({ head, at: on }) => head === quantity && on > at && on - at < 4),
    )
  )
    return done({ measure: 'sum', amounts: named, isCounted: false });
  if (by.length > 0) {
    // "The expenses by category": of money that was spent, given or earned the amounts are meant.
    const isOfMoney =
      money !== undefined && !has('count') && items.some(({ is, word }) => is === 'table' && ofMoney.test(word));
    if (isOfMoney && named.length === 0) return done({ measure: 'sum', amounts: whole() });
    if (named.length > 0 || isMoney || has('sum') || amounts.length > 0)
      return done({ measure: 'sum', amounts: named.length > 0 ? named : whole() });
    return done({ measure: 'count', isCounted: true, ...(has('count') ? {} : { isImplied: true }) });
  }
  const isTitled = asked.length === 0 && named.length > 0 && !base.isCounted;
  // Hebrew has one word for how many and how much: of money it asks how much.
  const isHowMuch = isMoney && items.some((item) => item.is === 'count' && item.word.endsWith('כמה'));
  if (
    has('sum') ||
    isTitled ||
    isHowMuch ||
    (isMoney && asked.includes('what')) ||
    (amounts.length > 0 && asked.includes('what'))
  ) {
    if (filters.length === 0 && !has('table') && named.length === 0 && !before && !isMoney) return fail('total');
    // Prices and limits are looked up and not added up.
    if (!product && numeric.length > 0 && numeric.every(isRate))
      return isTotalAsked(items) || filters.length === 0 ? fail('total') : done({ measure: 'rows', amounts: [] });
    const summed = named.length > 0 ? named : whole();
    if (summed.length === 0 || (named.length === 0 && summed.length > 1)) return fail('total');
    return done({ measure: 'sum', amounts: summed });
  }
  if (base.isCounted) {
    if (filters.length === 0 && !has('table') && texts.length === 0 && !before) return fail('how many');
    return done({ measure: 'count' });
  }
  if (filters.length === 0 && !before) return fail(items.find(({ is }) => is !== 'skip')?.word ?? '');
  if (!first(0, 'ask') && filters.length === 0 && columns.length === 0 && !before) return fail('');
  const added = numeric.filter((head) => head.isMoney || head.isQuantity).map(amountOf);
  return done({ measure: 'rows', amounts: [...amounts, ...added] });
};

const ofMoney =
  /^(?:ה?(?:הוצאות|הכנסות|תשלומים|תרומות|מכירות|עלויות)|expenses?|expenditures?|sales|payments?|donations?|costs?|takings|earnings|revenues?|spending|income)$/iu;
const stillToPay =
  /(?<![\p{L}])(?:(?:still|have|has|had|need|needs|left|due|yet) to (?:be )?(?:pay|paid|collect|receive)\p{L}*|outstanding|נשאר לשלם|צריך לשלם)(?![\p{L}])/iu;

/** Of several columns a word can stand for, the one the question can use. */
const headMeant = (heads: readonly Head[], items: readonly Item[], at: number): Head | undefined => {
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

const isTotalAsked = (items: readonly Item[]): boolean =>
  items.some((item) => item.is === 'sum' && /total|altogether|together|sum|all|סה|סך|יחד/u.test(item.word));

const isOutside = ({ at }: Head, span: Span, { rows }: Sheet, today: string): boolean => {
  const days = rows.flatMap((row) => (row[at] === null ? [] : [String(row[at])])).toSorted();
  const { from, to } = inYearOf(span, days, today);
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || from === '' || to === '') return false;
  // Of the weeks and months around today, none is an answer too.
  const isNear = Math.abs(Date.parse(from) - Date.parse(today)) < 100 * 86_400_000;
  return (to <= first || from > last) && !isNear;
};

/** Hours and days are no money, and nothing that was given instead of it. */
const isTimeSpent = /hours|hrs|days|minutes|mins|weeks|nights|שעות|ימים|דקות|לילות/iu;

/** The word before asks for it: "which month", "what day". */
const asksFor = (items: readonly Item[], at: number): boolean => {
  const asked = items.slice(0, at).findLast(({ is }) => is !== 'skip');
  return asked?.is === 'ask' || asked?.is === 'most';
};

const byName = (sheet: Sheet, pattern: RegExp): readonly Amount[] => {
  const found = sheet.heads.filter(({ kind, name }) => kind === 'number' && pattern.test(name));
  return found.length === 1 ? found.map(amountOf) : [];
};
const lengthOf = (sheet: Sheet) =>
  byName(sheet, /minutes|mins|duration|length|hours|hrs|days|nights|weeks|lead time|משך|דקות|שעות|ימים|אורך|זמן/iu);
const weightOf = (sheet: Sheet) => byName(sheet, /weight|kg|משקל/iu);
/** How large a thing is, or what it is worth. */
const largestOf = (sheet: Sheet): readonly Amount[] => {
  const size = byName(sheet, /(?:^|[\s(])(?:size|area|m2|m²|sqm|גודל|שטח|מ"ר|מ״ר)(?:$|[\s)])/iu);
  return size.length === 1 ? size : sizeOf(sheet);
};
/** The most of many, which counts; the largest is one. */
const isMostOf = /most|least|fewest|busiest|quietest|popular|often|common|frequent|הרבה|פחות|מעט|נפוץ|עמוס/u;
const dearestOf = (sheet: Sheet) => byName(sheet, /price|cost|rate|fee|מחיר|עלות|תעריף/iu);
/** What tells how big a row is: its money, or the one column of quantities. */
const sizeOf = (sheet: Sheet): readonly Amount[] => {
  const money = mainMoney(sheet);
  if (money) return [amountOf(money)];
  const counted = sheet.heads.filter((head) => head.kind === 'number' && !head.isNumbering && !isRate(head));
  return counted.length === 1 ? counted.map(amountOf) : [];
};

/** The column of numbers that a comparison is of: the one named beside it, else what the rows are worth. */
const comparedBy = (
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
  return mainMoney(sheet);
};

/** "Order 1200", "plot 9", "ticket 17": the column that numbers the rows, beside its own noun. */
const numberNamed = (items: readonly Item[], at: number, sheet: Sheet): Filter | undefined => {
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
  };
};

/** Whether two columns are counted in the same thing. */
const isLikeIn = (a: Head, b: Head): boolean => {
  const [x, y] = [namesOfHead(a).units, namesOfHead(b).units];
  return x.length === 0 || y.length === 0 || x.some((unit) => y.includes(unit));
};

/** "Hasn't confirmed" of a column that says "To confirm": the word for what is still missing. */
const oppositeOf = (item: Item, sheet: Sheet): Filter | undefined => pendingOf(item.word, sheet);
const pendingOf = (word: string, sheet: Sheet): Filter | undefined => {
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

import type { Ask, Group, TimeUnit } from './ask.ts';
import { nextOf, type Words } from './clauses.ts';
import {
  compareFilter,
  emptyFilter,
  filledFilter,
  flagFilter,
  groupBy,
  isOfTwoColumns,
  meantBy,
  rangeFilter,
  valueFilter,
} from './filters.ts';
import type { Item, Spoken } from './items.ts';
import { withoutRowsIn } from './joins.ts';
import { namesOfHead } from './naming.ts';
import { asksFor, comparedBy, headMeant, isLikeIn, numberNamed, oppositeOf, pendingOf } from './near-columns.ts';
import {
  counterpartOf,
  isOtherSide,
  isOurCost,
  isRate,
  lowFilter,
  pairFilter,
  productOf,
  ratioOf,
  worthOf,
} from './pairs.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import type { Span } from './spans.ts';
import {
  type Amount,
  type Filter,
  isOfPeople,
  lessThan,
  mainDay,
  mainMoney,
  peopleOf,
  readState,
  stayingOn,
} from './states.ts';
import { periodic, unitOf } from './time-units.ts';

export type Unread = { readonly unknown: readonly string[] };

/** What the pieces of a question say of the rows, before it is known what is asked of them. */
export type Conditions = {
  readonly filters: readonly Filter[];
  /** Places of the pieces that have been used by others. */
  readonly used: ReadonlySet<number>;
  readonly columns: readonly { readonly head: Head; readonly at: number }[];
  readonly amounts: readonly Amount[];
  readonly spanned: readonly { readonly span: Span; readonly at: number }[];
  readonly by: readonly Group[];
  readonly ordered: Head | undefined;
  readonly product: Amount | undefined;
  readonly unit: TimeUnit | undefined;
  readonly score: number;
};

/** Takes the pieces from left to right; the first word that none of them has a use for ends it. */
export const conditionsOf = (
  items: readonly Item[],
  sheet: Sheet,
  { request, spans, today }: Words,
  before?: Ask,
): Conditions | Unread => {
  const fail = (word: string): Unread => ({ unknown: [word] });
  const filters: Filter[] = [];
  const used = new Set<number>();
  const columns: { readonly head: Head; readonly at: number }[] = [];
  const amounts: Amount[] = [];
  const spanned: { readonly span: Span; readonly at: number }[] = [];
  const has = (is: Item['is']) => items.some((item) => item.is === is);
  let score = 0;
  const near = items.flatMap((item) => (item.is === 'column' ? item.heads : []));
  const by: Group[] = [];
  let ordered: Head | undefined;
  let product: Amount | undefined;
  let unit: TimeUnit | undefined;
  if (isOtherSide(request, sheet)) return fail('we');
  if (isOurCost(request, sheet)) score += 2;

  /** The values from here on that are of one column, joined by "and" or "or"; behind "not" also by another "not". */
  const together = (
    from: number,
    isNot = false,
  ): { readonly spoken: readonly Spoken[]; readonly words: readonly string[]; readonly to: number } | undefined => {
    const item = items[from];
    if (item?.is !== 'value') return undefined;
    const found = meantBy(item.spoken, near);
    if (!found || isOfTwoColumns(item.spoken, found, near)) return undefined;
    const spoken = [found];
    const words = [item.word];
    let to = from;
    for (let on = from + 1; on < items.length; ) {
      const link = on;
      const links = ['and', 'or', 'skip', 'versus', ...(isNot ? ['not'] : [])];
      while (items[on] && links.includes(items[on]?.is ?? '')) on += 1;
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
      // "Whose status is not open": the column only says of what the value is.
      const head = items[on];
      const behind = items[nextOf(items, on)];
      if (
        head?.is === 'column' &&
        behind?.is === 'value' &&
        behind.spoken.some((each) => head.heads.includes(each.head))
      )
        on = nextOf(items, on);
      const next = items[on];
      const values = together(on, true);
      if (next?.is === 'value' && values) {
        const opposed = oppositeOf(next, sheet);
        filters.push(opposed ?? valueFilter(values.spoken, values.words.join(', '), true));
        for (let each = on; each <= values.to; each++) used.add(each);
        score += 3;
      } else if (next?.is === 'column') {
        const flags = next.heads.filter(({ flag }) => flag);
        const days = isSettled.test(items[on + 1]?.word ?? '') ? next.heads.filter(({ kind }) => kind === 'day') : [];
        const [only, other] = flags.length > 0 ? flags : days.length > 0 ? days : next.heads;
        if (!only || other) return fail(next.word);
        // "The total without VAT" is another amount, and not that of the rows without any.
        if (only.kind === 'number' && (has('sum') || has('money') || has('average'))) return fail(item.word);
        filters.push(only.flag ? flagFilter(only, false, sheet) : emptyFilter(only, sheet));
        used.add(on);
        score += 3;
      } else if (next?.is === 'other') {
        const absent = withoutRowsIn(sheet, next.sheet);
        if (!absent) return fail(next.word);
        filters.push(absent);
        used.add(on);
        score += 5;
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
    if (item.is === 'other') return fail(item.word);
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
      // "And what's still open", of money: whether it is the status or what is not paid, nobody knows.
      if (before && isOfMoney(before) && /(?:^|\s)open$|^פתוח/u.test(item.word) && readState(sheet, 'unpaid', today))
        return fail(item.word);
      filters.push(valueFilter(values.spoken, values.words.join(', '), false));
      score += values.spoken.some(({ isExact }) => isExact) ? 4 : values.spoken.every(({ isNote }) => isNote) ? 1 : 3;
      for (let each = at; each <= values.to; each++) used.add(each);
      // Two that are compared stand side by side.
      const isEach = items.some(({ is, word }, on) => is === 'by' && word === 'each' && !items[nextOf(items, on)]);
      if (values.spoken.length > 1 && (has('versus') || isEach) && values.spoken[0])
        by.push(groupBy(values.spoken[0].head));
      continue;
    }
    if (item.is === 'state') {
      score += 1;
      // "Kegs minus empties, how many are still there": the difference says it.
      if (item.of === 'kept' && (has('minus') || has('product'))) continue;
      if (item.of === 'staying') {
        const day = spans.find(({ isDay }) => isDay);
        if (has('duration') || has('average')) continue;
        const read = stayingOn(sheet, day ? day.from : today);
        if (!read) return fail(item.word);
        filters.push(...read.filters);
        for (const [on, each] of items.entries()) if (each.is === 'span' && spans[each.at] === day) used.add(on);
        continue;
      }
      if (['birthday', 'youngest', 'oldest', 'latest', 'earliest', 'next'].includes(item.of)) continue;
      if (item.of === 'empty') {
        // "The phone is empty", "an empty phone": the column stands beside it.
        const beside = [items.slice(0, at).findLast(({ is }) => is !== 'skip'), items[nextOf(items, at)]];
        const heads = beside.flatMap((each) => (each?.is === 'column' ? each.heads : []));
        const [only, other] = heads;
        const empty = only && emptyFilter(only, sheet);
        // "Which units are empty", of units that all have a name: something else is empty there.
        if (!empty || other || !sheet.rows.some((row) => empty.keep(row))) return fail(item.word);
        filters.push(empty);
        score += 2;
        continue;
      }
      if (item.of === 'low') {
        const low = lowFilter(sheet);
        if (!low) return fail(item.word);
        if (!filters.some(({ key }) => key === low.key)) filters.push(low);
        score += 2;
        continue;
      }
      // "And what's still open", after money: what is still to be paid.
      // "Hasn't paid the deposit": the column of that name tells it, and no other.
      const what = item.of === 'unpaid' ? items[nextOf(items, at)] : undefined;
      const [own, second] = what?.is === 'column' ? what.heads : [];
      if (own && !second && (own.flag || own.kind === 'day' || /paid|received|שולם|שולמה|התקבל/iu.test(own.name))) {
        filters.push(own.flag ? flagFilter(own, false, sheet) : emptyFilter(own, sheet));
        used.add(nextOf(items, at));
        score += 4;
        continue;
      }
      const isOwed = item.of === 'open' && before !== undefined && isOfMoney(before);
      const read = readState(sheet, isOwed ? 'unpaid' : item.of, today);
      if (!read) return fail(item.word);
      filters.push(...read.filters.filter(({ key }) => !filters.some((each) => each.key === key && key === 'paid')));
      if (read.amount && !amounts.some(({ name }) => name === read.amount?.name)) amounts.push(read.amount);
      continue;
    }
    if (item.is === 'by') {
      const on = nextOf(items, at);
      const next = items[on];
      // "Jo or Mikael, how many each": they stand side by side already.
      if (!next && /^each$/u.test(item.word)) continue;
      const heads = next?.is === 'column' ? next.heads : next?.is === 'value' ? next.heads : [];
      // "Taught by Colin", "done by the end": whose they are.
      if (/^(?:by|by the|על ידי)$/u.test(item.word) && next?.is === 'value' && heads.length === 0) continue;
      const called = peopleOf(sheet).filter(isOfPeople);
      const [text, otherText] = heads.filter(({ kind }) => kind !== 'number');
      if (otherText) return fail(next?.word ?? item.word);
      const numeric = heads.find(({ kind }) => kind === 'number');
      const time =
        next && !text && (next.is === 'unknown' || next.is === 'skip' || next.is === 'unit' || numeric)
          ? unitOf(next.word)
          : undefined;
      if (time && (mainDay(sheet) || columns.some(({ head }) => head.kind === 'day'))) unit = time;
      else if (numeric && has('money') && worthOf(sheet)?.name.split(' × ').includes(numeric.name)) {
        // "What is the stock worth at the purchase price": the price that it is worth by.
        for (let each = on; items[each]?.is === 'column' || items[each]?.is === 'skip'; each++) used.add(each);
      } else if (numeric && has('most') && columns.some(({ head }) => head.kind === 'number' && head !== numeric)) {
        // "The most pupils per escort": how many for each.
        const left = columns.findLast(({ head }) => head.kind === 'number' && head !== numeric)?.head as Head;
        product = ratioOf(left, numeric);
        columns.splice(0, columns.length, ...columns.filter(({ head }) => head !== left));
        score += 3;
      } else if (numeric && has('most')) ordered = numeric;
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
      } else if ((next?.is === 'table' && has('average')) || (next?.is === 'rows' && isRowWord.test(next.word))) {
        // "Average order value per order": each row is one.
      } else if (next?.is === 'rows' && called.length === 1) by.push(groupBy(called[0] as Head));
      else return fail(item.word);
      used.add(on);
      // "By town and product": both of them.
      const link = nextOf(items, on);
      const second = items[nextOf(items, link)];
      if (items[link]?.is === 'and' && second?.is === 'column') {
        const [head, other] = second.heads.filter(({ kind }) => kind === 'text');
        if (head && !other) {
          by.push(groupBy(head));
          used.add(link).add(nextOf(items, link));
        }
      }
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
    if (item.is === 'minus') {
      const on = nextOf(items, at);
      const next = items[on];
      const left = columns.findLast(({ head }) => head.kind === 'number')?.head;
      const right =
        next?.is === 'column' ? next.heads.filter(({ kind, at: own }) => kind === 'number' && own !== left?.at) : [];
      if (!left || right.length !== 1 || !right[0]) return fail(item.word);
      product = lessThan(left, right[0]);
      columns.splice(0, columns.length, ...columns.filter(({ head }) => head !== left));
      used.add(on);
      score += 3;
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
    // "Days between the first and the last visit".
    if (
      item.is === 'between' &&
      items.filter((each) => each.is === 'state' && /^(?:earliest|latest)$/u.test(each.of)).length === 2
    )
      continue;
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
      // "A 20 hour block": a number in the name of the thing.
      const part = numberWithin(items, at);
      if (part) {
        filters.push(valueFilter([part], item.word, false));
        used.add(at);
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
      // "Which receipts are we missing": the column stands before what is said of it.
      const behind = nextOf(items, at);
      if (items[behind]?.is === 'not' && isMissing.test(items[behind]?.word ?? '') && !items[nextOf(items, behind)]) {
        const [only, other] = item.heads;
        if (!only || other) return fail(item.word);
        filters.push(only.flag ? flagFilter(only, false, sheet) : emptyFilter(only, sheet));
        used.add(behind);
        score += 3;
        continue;
      }
      const flag = item.heads.find((head) => head.flag);
      const beforeIt = items.slice(0, at).findLast(({ is }) => is !== 'skip');
      if (flag && beforeIt?.is !== 'by' && item.heads.length === 1 && !has('by')) {
        filters.push(flagFilter(flag, true, sheet));
        score += 2;
        continue;
      }
      const head = headMeant(item.heads, items, at);
      if (!head) return fail(item.word);
      // "Which bikes are ready", "those that were picked up": the day is there.
      if (head.kind === 'day' && isTold(items, at, head)) {
        filters.push(filledFilter(head));
        score += 3;
        continue;
      }
      // "Who has a phone number": where something is written.
      if (head.kind !== 'number' && isHad(items, at)) filters.push(filledFilter(head));
      columns.push({ head, at });
      score += item.word === plain(head.name) ? 3 : 2;
      continue;
    }
    if (item.is === 'table') score += item.weight;
    if (item.is === 'number' && !used.has(at)) {
      const isTop = (each: Item | undefined) =>
        each?.is === 'most' || (each?.is === 'state' && ['latest', 'earliest', 'next'].includes(each.of));
      const beside = isTop(items[at - 1]) || isTop(items[at + 1]) || isTop(items[at - 2]);
      if (!beside) return fail(item.word);
    }
  }

  // What is both wanted and not wanted was read wrongly.
  if (filters.some(({ key }) => filters.some((each) => each.key === `${key} not`)))
    return fail(items.find(({ is }) => is === 'not')?.word ?? '');
  return { filters, used, columns, amounts, spanned, by, ordered, product, unit, score };
};

/** "Are ready", "were picked up", of a column of days that is called so: what is asked is whether it has happened. */
const isTold = (items: readonly Item[], at: number, head: Head): boolean => {
  const before = items[at - 1]?.word ?? '';
  const next = items[at + 1];
  const isVerb =
    /^(?:ready|\p{L}+ed(?: \p{L}+)?|sold|brought|sent|done|paid|made|given|built|lent|left|begun)(?: on| at| in)?$/iu.test(
      head.name.trim(),
    );
  return (
    isVerb &&
    /(?:^|\s)(?:are|is|were|was|been|already|got)$/u.test(before) &&
    next?.is !== 'span' &&
    !items.some(
      (each) =>
        each.is === 'span' ||
        each.is === 'average' ||
        each.is === 'duration' ||
        (each.is === 'ask' && each.of === 'when'),
    )
  );
};

const isMissing = /missing|lack|חסר/u;
/** What is arranged and what is put down: behind a column these tell no more than that it is filled. */
export const isSettled = /^(?:booked|arranged|fixed|recorded|entered|given|issued|noted|נקבעה?|נרשמה?)$/u;

/** Whether what was asked before was of money. */
const isOfMoney = ({ filters, measure, amounts, sheet }: Ask): boolean =>
  filters.some(({ key }) => key === 'paid') ||
  (measure === 'sum' && amounts.some(({ name }) => sheet.heads.some((head) => head.isMoney && head.name === name)));

/** The texts beside a number that hold it: "block of 20 hours" of "20 hour block". */
const numberWithin = (items: readonly Item[], at: number): Spoken | undefined => {
  const item = items[at];
  const near = [items[at - 1], items[at + 1], items[at + 2]].flatMap((each) =>
    each?.is === 'value' ? each.spoken : [],
  );
  const found = near.flatMap(({ head, texts, isNote }) => {
    const holding = texts.filter((text) => text.split(' ').includes(item?.word ?? ''));
    return isNote || holding.length === 0 ? [] : [{ head, texts: holding, isExact: false, isNote: false }];
  });
  return found[0];
};

/** Words for the rows that say nothing of what is in them. */
const isRowWord = /^(?:rows?|entr(?:y|ies)|records?|lines?|ones?|items?|שורות|שורה|רשומות|רשומה)$/iu;

/** "Has a", "with an", "have any": the column behind it is to be filled. */
const isHad = (items: readonly Item[], at: number): boolean => {
  const before = items.slice(Math.max(0, at - 3), at).map(({ word }) => word);
  return /(?:^|\s)(?:has|have|had|with|got|having) (?:a|an|any)$|(?:^|\s)(?:שיש|יש) (?:לו|לה|להם|להן)$/u.test(
    before.join(' '),
  );
};

import { dayAfter } from '../../reading/day-words.ts';
import { isMoneyName, isQuantityName } from '../../reading/quantities.ts';
import { isoOf, readDay } from '../../reading/said-values.ts';
import { nearestWords } from '../../reading/spelling.ts';
import { valueFor } from '../add-row/place-atoms.ts';
import { isLike } from '../document-facts/document-blocks.ts';
import type { NamedRow } from '../set-row/named-rows.ts';
import { isAll, isFiller, isTurning, ofEmail, ofPhone } from './fillers.ts';
import { type Item, isOnDay } from './items.ts';
import { isStatusName } from './states.ts';
import { isRemark, type TableWords, wordsIn } from './table-words.ts';

/** A new value; `shown` where it is written another way than it is kept. */
export type Made = { readonly value: string | number; readonly isDate?: boolean; readonly shown?: string };

/** A cell that gets a new value, made from the row as it is. */
export type Change = {
  readonly column: string;
  readonly value: (row: NamedRow) => Made | undefined;
};

/** What a request tells of the rows of one table. */
export type Telling = {
  readonly changes: readonly Change[];
  readonly rows: readonly NamedRow[];
  readonly isMany: boolean;
  /** Somebody or something is put where there is nobody yet. */
  readonly isAssigning: boolean;
};

type Test = (row: NamedRow) => boolean;

/** Reads every piece as a part of the change, of the row, or as a word that carries nothing; undefined where one is left. */
export const tellingOf = (items: readonly Item[], words: TableWords, today: string): Telling | undefined => {
  const used = new Set<number>();
  const changes: Change[] = [];
  const tests: Test[] = [];
  const pending: { readonly item: Item; readonly old: Item; readonly columns: readonly string[] }[] = [];
  let isAssigning = false;
  const wordAt = (at: number): string => {
    const item = items[at];
    return item?.kind === 'word' && !used.has(at) ? item.said.toLowerCase() : '';
  };
  const use = (from: number, count = 1) => {
    for (let at = from; at < from + count; at += 1) used.add(at);
  };
  const fact = (column: string) => words.facts.find(({ name }) => name === column);
  const runAt = (at: number, find: (run: string) => boolean, most = 6): number => {
    for (let count = most; count > 0; count -= 1) {
      const run = Array.from({ length: count }, (_, on) => wordAt(at + on));
      if (run.every((word) => word !== '') && find(run.join(' '))) return count;
    }
    return 0;
  };
  const headAt = (at: number): { readonly column: string; readonly count: number } | undefined => {
    const known = (run: string) => bareForms(run).find((each) => words.heads.get(each)?.length === 1);
    const count = runAt(at, (run) => known(run) !== undefined, 4);
    const run = Array.from({ length: count }, (_, on) => wordAt(at + on)).join(' ');
    const column = count === 0 ? undefined : words.heads.get(known(run) ?? '')?.[0];
    if (column === undefined || count === 1) {
      const part = headByParts(at);
      if (part) return part;
    }
    if (column === undefined) return undefined;
    // "The due date" of a column that is headed Due.
    const isDate = fact(column)?.isDay === true && /^(?:date|day)$/u.test(wordAt(at + count));
    return { column, count: isDate ? count + 1 : count };
  };
  /** "Next service" of a column that is headed Next service due. */
  const headByParts = (at: number): { readonly column: string; readonly count: number } | undefined => {
    for (const count of [3, 2]) {
      const run = Array.from({ length: count }, (_, on) => wordAt(at + on));
      if (run.some((word) => word.length < 3 || isFiller(word))) continue;
      const [only, other] = words.facts.filter(({ name }) => run.every((word) => wordsIn(name).includes(word)));
      if (only && !other) return { column: only.name, count };
    }
    return undefined;
  };
  const valueAt = (at: number, column?: string) => {
    const fits = (run: string) =>
      bareForms(run).flatMap((each) =>
        (words.values.get(each) ?? []).filter((held) => column === undefined || held.column === column),
      );
    const count = runAt(at, (run) => fits(run).length > 0);
    return count === 0
      ? undefined
      : { count, held: fits(Array.from({ length: count }, (_, on) => wordAt(at + on)).join(' ')) };
  };
  const set = (column: string, item: Item): boolean => {
    const found = fact(column);
    if (!found || found.isFormula || changes.some((each) => each.column === column)) return false;
    const placed = placedIn(item, found);
    if (!placed) return false;
    changes.push({ column, value: () => placed });
    return true;
  };
  /** A time of a sheet is a part of a day; a text would look like one and be none. */
  const setTime = (column: string, item: Item): boolean => {
    const clock = item.kind === 'time' ? /^(\d{1,2}):(\d\d)$/u.exec(item.said) : null;
    const isReal = words.rows.some(({ cells }) => /^\d\d:\d\d:\d\d$/u.test(cells.get(column) ?? ''));
    if (!clock || !isReal || fact(column)?.isCsv !== false || changes.some((each) => each.column === column))
      return false;
    const value = (Number(clock[1]) * 60 + Number(clock[2])) / 1440;
    changes.push({ column, value: () => ({ value, shown: item.said }) });
    return true;
  };
  const setHeld = (column: string, value: string): boolean => {
    if (changes.some((each) => each.column === column)) return false;
    changes.push({ column, value: () => ({ value }) });
    return true;
  };

  // "Has no category, that's food": the empty cell, and what belongs there.
  for (let at = 0; at < items.length; at += 1) {
    if (!/^(?:no|without|missing|חסר|חסרה|אין)$/u.test(wordAt(at))) continue;
    const head = headAt(at + 1);
    if (!head) continue;
    let next = at + 1 + head.count;
    while (next < items.length && (items[next]?.kind === 'break' || isLinking(wordAt(next)))) next += 1;
    const value = valueAt(next, head.column);
    const item = items[next];
    const done = value
      ? setHeld(head.column, commonestOf(value.held, words))
      : item !== undefined && item.kind !== 'word' && set(head.column, item);
    if (!done) return undefined;
    tests.push(({ cells }) => (cells.get(head.column) ?? '') === '');
    use(at, next + (value?.count ?? 1) - at);
  }
  // "Only 2 parcels not 3", "took 3.5 hours".
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    if (item?.kind !== 'number' || used.has(at)) continue;
    const head = headAt(at + 1);
    if (!head || !fact(head.column)?.isNumber || !set(head.column, item)) continue;
    if (wordAt(at - 1) === 'only') use(at - 1);
    use(at, 1 + head.count);
    const after = at + 1 + head.count;
    const not = wordAt(after) === 'and' ? after + 1 : after;
    const old = items[not + 1];
    if (/^(?:not|ולא|לא)$/u.test(wordAt(not)) && old?.kind === 'number') {
      tests.push(({ cells }) => Number(cells.get(head.column)) === old.value);
      use(not, 2);
    }
  }
  // "Her phone is …", "a new phone, …", "deposit to 85".
  for (let at = 0; at < items.length; at += 1) {
    const head = headAt(at);
    if (!head) continue;
    const found = fact(head.column);
    let next = at + head.count;
    let isLinked = false;
    const isNew = /^(?:new|חדש|חדשה)$/u.test(wordAt(at - 1)) || /^(?:חדש|חדשה)$/u.test(wordAt(next));
    while (
      next < items.length &&
      (isLinking(wordAt(next)) ||
        (items[next]?.kind === 'break' && (isNew || items[next]?.said === ':')) ||
        /^(?:חדש|חדשה)$/u.test(wordAt(next)))
    ) {
      isLinked = true;
      next += 1;
    }
    const item = items[next];
    if (!item || !found) continue;
    const value = isLinked ? valueAt(next, head.column) : undefined;
    const isOwn =
      (found.isNumber && item.kind === 'number') ||
      (found.isDay && item.kind === 'day' && (isLinked || /^(?:on|by|until)$/u.test(wordAt(next - 1)))) ||
      (found.isPhone && item.kind === 'phone') ||
      (isLinked && (item.kind === 'quote' || item.kind === 'email'));
    if (value && setHeld(head.column, commonestOf(value.held, words))) use(at, next + value.count - at);
    else if (isOwn && set(head.column, item)) {
      use(at, next + 1 - at);
      const old = items[next + 2];
      if (/^(?:not|ולא|לא)$/u.test(wordAt(next + 1)) && old?.kind === item.kind) {
        const was = placedIn(old, found)?.value;
        tests.push(({ cells }) => was !== undefined && String(cells.get(head.column)) === String(was));
        use(next + 1, 2);
      }
    } else if (isLinked && found.isText && setNamed(head.column, next)) use(at, next - at);
  }
  // "Extend C-02 to 31 December": the one day on which such things end.
  const opening = items.findIndex(({ said: each }) => !isFiller(each));
  if (/^(?:extend|prolong|renew)$/u.test(wordAt(opening))) {
    const to = items.findIndex((_each, at) => /^(?:to|until|till)$/u.test(wordAt(at)) && items[at + 1]?.kind === 'day');
    const [only, other] = words.facts.filter(
      ({ isDay, name }) => isDay && wordsIn(name).some((own) => /^(?:ends?|until|expiry|expires|due)$/u.test(own)),
    );
    const item = items[to + 1];
    if (to >= 0 && item && only && !other && set(only.name, item)) {
      use(opening);
      use(to, 2);
    }
  }
  /** "A new contact, Marcus Ellery": names that nobody knows yet, up to the end of the clause. */
  function setNamed(column: string, from: number): boolean {
    let end = from;
    while (wordAt(end) !== '' && /^[\p{Lu}\d]/u.test(items[end]?.said ?? '')) end += 1;
    const isWhole = end > from && (end === items.length || items[end]?.kind === 'break');
    const name = items.slice(from, end).map(({ said: each }) => each);
    if (!isWhole || !setHeld(column, name.join(' '))) return false;
    use(from, end - from);
    return true;
  }
  // "Push the due date of LP-132 to 27 November", "the price of the Lapsang goes up to 21.50".
  for (let at = 0; at < items.length; at += 1) {
    const head = headAt(at);
    const joint = head === undefined ? 0 : at + head.count;
    if (!head || !/^(?:of|for|on|in|של)$/u.test(wordAt(joint))) continue;
    const to = items.findLastIndex((_item, on) => on > joint + 1 && /^(?:to|becomes|be|is)$/u.test(wordAt(on)));
    const item = items[to + 1];
    if (to < 0 || !item || used.has(to + 1)) continue;
    const value = valueAt(to + 1, head.column);
    const isSet = value
      ? setHeld(head.column, commonestOf(value.held, words))
      : item.kind === 'word'
        ? fact(head.column)?.isText === true && setNamed(head.column, to + 1)
        : set(head.column, item);
    if (!isSet) continue;
    use(at, head.count + 1);
    use(to, 1 + (value?.count ?? 1));
    // "90 days" of a column of days.
    if (item.kind === 'number' && wordsIn(head.column).some((own) => own.length > 2 && own === wordAt(to + 2)))
      use(to + 2);
    if (/^(?:up|down|back|forward)$/u.test(wordAt(to - 1))) use(to - 1);
    const verb = items.findIndex((_item, on) => on < at && ofMoving.test(wordAt(on)));
    if (verb >= 0) use(verb);
  }
  // "Was serviced on 4 November and is next due on …": the day of the column that says so.
  const wordsOfDays = words.facts
    .filter(({ isDay, isFormula }) => isDay && !isFormula)
    .map(({ name }) => ({ name, own: name.toLowerCase().match(/\p{L}+/gu) ?? [] }));
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'day' || item.month === undefined || item.day === undefined || used.has(at)) continue;
    let to = at;
    while (/^(?:on|at|by|for|the|of)$/u.test(wordAt(to - 1))) to -= 1;
    for (let from = Math.max(0, to - 3); from < to; from += 1) {
      const run = Array.from({ length: to - from }, (_, on) => wordAt(from + on));
      const link = wordAt(from - 1);
      // "Now ends 31 March": the verb itself is the name of the column.
      const isVerb = run.length === 1 && /\p{L}s$/u.test(run[0] ?? '') && !/^(?:the|a|an|of|that|which)$/u.test(link);
      const isLinked = /^(?:is|was|were|be|been|got|now|will|are|'s)$/u.test(link) || isVerb;
      if (!run.every((word) => word.length > 2) || !isLinked) continue;
      const said = wordsOfDays.filter(({ own }) => run.every((word) => own.some((each) => isLike(word, each))));
      const isPast = /^(?:was|were|been|got)$/u.test(link);
      const meant = said.filter(
        ({ own }) => !isPast || !own.some((each) => /^(?:next|due|until|expiry|end)$/u.test(each)),
      );
      const [only, other] = meant;
      if (!only || other || !set(only.name, item)) continue;
      use(from, at + 1 - from);
      break;
    }
  }
  // A phone number or an address of mail goes where such stand.
  for (const [at, item] of items.entries()) {
    if (used.has(at) || (item.kind !== 'phone' && item.kind !== 'email')) continue;
    const [only, other] = words.facts.filter((each) => (item.kind === 'phone' ? each.isPhone : each.isEmail));
    if (!only || other || !set(only.name, item)) return undefined;
    use(at);
    for (const [on, each] of items.entries())
      if (each.kind === 'word' && (item.kind === 'phone' ? ofPhone : ofEmail).test(each.said)) use(on);
    if (items.some((_each, on) => /^(?:wherever|missing|blank|empty|everywhere)$/u.test(wordAt(on))))
      tests.push(({ cells }) => (cells.get(only.name) ?? '') === '');
  }
  // "Give the Eze one to Karim", "put Priya on the Tuesday one", "move her to Plover".
  for (let at = 0; at < items.length; at += 1) {
    const verb = wordAt(at);
    const isGiving =
      /^(?:give|assign|hand|pass|move|switch|transfer|reassign|reallocate|book|change|go|goes|תן|תני|תעביר|תעבירי|להעביר|תשבץ|תשבצי)$/u.test(
        verb,
      );
    const isPutting = /^(?:put|stick|pop|add|שים|שימי|תשים|תשימי|תשבץ|תשבצי)$/u.test(verb);
    if (!isGiving && !isPutting) continue;
    const to = isPutting ? at : items.findIndex((_each, on) => on > at && /^(?:to|into|onto)$/u.test(wordAt(on)));
    if (to < 0) continue;
    const named = valueOrName(to + 1);
    const isOnRow =
      isPutting && named !== undefined && /^(?:on|onto|against|in|for|על|ב|ל)$/u.test(wordAt(to + 1 + named.count));
    if (!named || (isPutting && !isOnRow)) continue;
    // "Change the piece of J-36 to oak wardrobe": the column was said, and this is another one.
    const isOfOther = items.some((_each, on) => {
      const head = on > at && on < to && !used.has(on) ? headAt(on) : undefined;
      return (
        head !== undefined && head.column !== named.column && /^(?:of|for|on|in|של)$/u.test(wordAt(on + head.count))
      );
    });
    if (isOfOther) return undefined;
    if (!setHeld(named.column, named.value)) return undefined;
    isAssigning = true;
    use(to, 1 + named.count);
    break;
  }
  function valueOrName(
    at: number,
  ): { readonly column: string; readonly value: string; readonly count: number } | undefined {
    const value = valueAt(at);
    const held =
      value?.held ?? bareForms(wordAt(at)).flatMap((each) => (each === '' ? [] : (words.parts.get(each) ?? [])));
    const columns = [...new Set(held.map(({ column }) => column))];
    const [column, other] = columns;
    if (column === undefined || other !== undefined) return undefined;
    const spelled = [...new Set(held.map(({ value: each }) => each.toLowerCase()))];
    // One person, however often the name is spelt wrong.
    const main = commonestOf(held, words);
    const isOne = spelled.every((each) => each === main.toLowerCase() || nearestWords(main, [each]).length > 0);
    return isOne ? { column, value: main, count: value?.count ?? 1 } : undefined;
  }
  // "Is finished", "as thanked", "has paid yesterday".
  const said: {
    readonly at: number;
    readonly count: number;
    readonly column: string;
    readonly value: string;
    readonly isDay: boolean;
  }[] = [];
  for (let at = 0; at < items.length; at += 1) {
    for (const state of words.states) {
      const count = runAt(at, (run) => state.words.includes(run), 3);
      if (
        count === 0 ||
        said.some((each) => each.at <= at && at < each.at + each.count && each.column === state.column)
      )
        continue;
      const isNot = /^(?:not|isn't|hasn't|לא)$/u.test(wordAt(at - 1));
      if (isNot && state.no === undefined) return undefined;
      said.push({
        at: isNot ? at - 1 : at,
        count: isNot ? count + 1 : count,
        column: state.column,
        value: isNot ? (state.no ?? '') : state.value,
        isDay: state.value === '',
      });
    }
  }
  // "Close T-2318", "cancel order 1199": an order to set what the status says then.
  for (const state of words.states) {
    const verb = wordAt(opening);
    const isOrder =
      verb.length > 3 && new RegExp(`^${verb.replace(/e$/u, '')}(?:e?d|led)$`, 'u').test(state.value.toLowerCase());
    if (isOrder && !said.some(({ at }) => at === opening))
      said.push({ at: opening, count: 1, column: state.column, value: state.value, isDay: false });
  }
  for (const each of said) {
    const same = said.filter(({ column }) => column === each.column);
    // The day on which it was done may stand beside the word that says it is done.
    if (used.has(each.at) && !(each.isDay && same.every(({ at }) => at >= each.at))) continue;
    // "The open Coastline ones": before the name of the row it says which rows.
    const isBefore = isAttribute(each.at, each.count);
    if (isBefore && used.has(each.at)) continue;
    if (isBefore) {
      tests.push(({ cells }) => (cells.get(each.column) ?? '').toLowerCase() === each.value.toLowerCase());
      use(each.at, each.count);
      continue;
    }
    const told = same.filter(({ at, count }) => !isAttribute(at, count));
    if (told.some(({ value }) => value !== each.value)) return undefined;
    // "Has paid, set it to Paid": the same said twice.
    if (told.some(({ at }) => at < each.at && used.has(at))) {
      use(each.at, each.count);
      continue;
    }
    if (each.isDay) {
      const day = items.findIndex((item, on) => item.kind === 'day' && !used.has(on) && item.year !== undefined);
      const item = items[day];
      if (!item || !set(each.column, item)) continue;
      use(day);
    } else if (!setHeld(each.column, each.value)) return undefined;
    use(each.at, each.count);
    for (const twin of said) if (twin.at === each.at && twin.column !== each.column && !twin.isDay) return undefined;
  }
  function isAttribute(at: number, count: number): boolean {
    const before = wordAt(at - 1);
    const after = wordAt(at + count);
    const isNamed =
      words.parts.has(after) ||
      words.nouns.has(after) ||
      /^(?:ones?|jobs?|rows?|orders?|invoices?|bookings?)$/u.test(after);
    return isNamed && /^(?:the|all|every|each|those|these|our|my|both)$/u.test(before);
  }

  if (!readShift() || !readRaise()) return undefined;
  /** "Pushed back by a week": the days that are named, or the two that begin and end it. */
  function readShift(): boolean {
    const moved = items.findIndex((_item, at) =>
      /^(?:push|pushed|move|moved|put|postpone|postponed|delay|delayed|bring|brought|נדחה|נדחתה|תדחה|תדחי|לדחות)$/u.test(
        wordAt(at),
      ),
    );
    const unit = items.findIndex((_item, at) => /^(?:days?|weeks?|יום|ימים|שבוע|שבועות|שבועיים)$/u.test(wordAt(at)));
    if (moved < 0 || unit < 0) return true;
    const before = items[unit - 1];
    const count = before?.kind === 'number' ? before.value : before?.kind === 'word' ? countOf(before.said) : 1;
    if (count === undefined) return true;
    const isEarlier = items.some((_item, at) => /^(?:forward|forwards|earlier|מוקדם)$/u.test(wordAt(at)));
    const isLater = items.some((_item, at) =>
      /^(?:back|later|on|postponed?|delayed?|pushed|נדחה|נדחתה|תדחה|תדחי|לדחות)$/u.test(wordAt(at)),
    );
    // "Moved forward" may be either.
    if (isEarlier || !isLater) return true;
    const span = (/^(?:week|שבוע)/u.test(wordAt(unit)) ? 7 : 1) * (wordAt(unit) === 'שבועיים' ? 2 : 1) * count;
    const days = words.facts.filter(
      ({ isDay, name }) => isDay && !/paid|birth|born|dob|created|invoiced|לידה/iu.test(name),
    );
    const heads = items.flatMap((_item, at) => {
      const head = headAt(at);
      return head && days.some(({ name }) => name === head.column) ? [{ ...head, at }] : [];
    });
    const end = items.findIndex((_item, at) => /^(?:end|finish|סיום|סוף)$/u.test(wordAt(at)));
    const ends = days.filter(
      ({ name }) => /due|end|finish|until|leave|סיום|יעד/iu.test(name) && !heads.some(({ column }) => column === name),
    );
    const named = [
      ...heads.map(({ column }) => column),
      ...(end >= 0 && ends.length === 1 ? [ends[0]?.name ?? ''] : []),
    ];
    const meant = named.length > 0 ? named : days.length === 1 ? days.map(({ name }) => name) : [];
    if (meant.length === 0) return false;
    for (const column of meant) {
      const found = fact(column);
      if (!found) return false;
      changes.push({
        column,
        value: ({ cells }) => {
          const old = readDay((cells.get(column) ?? '').replace(/[T ]00:00.*$/u, ''), found.isMonthFirst);
          return old?.year === undefined
            ? undefined
            : placedIn({ kind: 'quote', said: dayAfter(isoOf({ ...old, year: old.year }), span) }, found);
        },
      });
    }
    for (const { at, count: length } of heads) use(at, length);
    if (end >= 0 && ends.length === 1) use(end);
    use(moved);
    use(unit);
    if (before && (before.kind === 'number' || (before.kind === 'word' && countOf(before.said) !== undefined)))
      use(unit - 1);
    return true;
  }
  /** "Go up 50p an hour", "100 off the debt", "clear her balance". */
  function readRaise(): boolean {
    const up = items.findIndex((_item, at) =>
      /^(?:up|down|off|less|deduct|reduce|increase|raise|תוריד|תורידי|להוריד|הורד|הורידי|תפחית|תפחיתי)$/u.test(
        wordAt(at),
      ),
    );
    const clear = items.findIndex((_item, at) =>
      /^(?:clear|zero|reset|wipe|אפס|אפסי|תאפס|תאפסי|לאפס)$/u.test(wordAt(at)),
    );
    if (clear >= 0) {
      const at = items.findIndex((_item, on) => on > clear && isNumberHead(on));
      const head = headAt(at);
      if (!head || !setHeldNumber(head.column, () => 0)) return false;
      use(clear);
      use(at, head.count);
      for (const [on, item] of items.entries())
        if (item.kind === 'word' && /^(?:paid|everything|all|שילם|שילמה|שילמו|הכל|הכול)$/iu.test(item.said)) use(on);
      return true;
    }
    if (up < 0 || changes.length > 0) return true;
    // "Up to 21.50" and "from 12 to 15" say what it becomes, and not by how much.
    if (items.some((_item, at) => /^(?:to|from|until)$/u.test(wordAt(at)) && items[at + 1]?.kind === 'number'))
      return true;
    const by = items.findIndex((item, at) => item.kind === 'number' && !used.has(at));
    const amount = items[by];
    if (amount?.kind !== 'number') return true;
    const isLess = /^(?:down|off|less|deduct|reduce|תו?ריד|תורידי|להוריד|הורד|הורידי|תפחית|תפחיתי)$/u.test(wordAt(up));
    const unitAt = items.findIndex(
      (_item, at) => at > by && /^(?:hour|month|week|day|night|year|שעה|לשעה|חודש|לחודש)$/u.test(wordAt(at)),
    );
    const unit = wordAt(unitAt).replace(/^ל/u, '').slice(0, 4);
    const headOn = items.findIndex((_item, at) => isNumberHead(at) && at !== unitAt);
    const head = headAt(headOn);
    const [rate, second] = words.facts.filter(
      ({ isNumber, name }) => isNumber && unit !== '' && name.toLowerCase().includes(unit),
    );
    const column = head?.column ?? (second === undefined ? rate?.name : undefined);
    if (column === undefined) return true;
    if (!setHeldNumber(column, (old) => Math.round((old + (isLess ? -1 : 1) * amount.value) * 100) / 100)) return false;
    use(by);
    use(up);
    if (head) use(headOn, head.count);
    if (unitAt >= 0) use(unitAt);
    for (const [on, item] of items.entries())
      if (
        item.kind === 'word' &&
        /^(?:brought|gave|paid|account|הביא|הביאה|נתן|נתנה|שילם|שילמה|חשבון)$/iu.test(item.said)
      )
        use(on);
    return true;
  }
  function isNumberHead(at: number): boolean {
    const head = headAt(at);
    return head !== undefined && fact(head.column)?.isNumber === true;
  }
  function setHeldNumber(column: string, reckon: (old: number) => number): boolean {
    const found = fact(column);
    if (!found?.isNumber || found.isFormula || changes.some((each) => each.column === column)) return false;
    changes.push({
      column,
      value: ({ cells }) => {
        const old = cells.get(column) ?? '';
        const value = reckon(Number(old));
        return old === '' || Number.isNaN(value) ? undefined : { value: found.isCsv ? String(value) : value };
      },
    });
    return true;
  }
  // "19:00 and not 18:30": the column is the one that says the old value.
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    const not = /^(?:and|but)$/u.test(wordAt(at + 1)) ? at + 2 : at + 1;
    const old = items[not + 1];
    if (
      !item ||
      used.has(at) ||
      !old ||
      !/^(?:not|ולא|לא)$/u.test(wordAt(not)) ||
      old.kind !== item.kind ||
      !['time', 'number', 'day'].includes(item.kind)
    )
      continue;
    const columns = words.facts.filter(
      (each) => !each.isFormula && words.rows.some(({ cells }) => isSame(cells.get(each.name) ?? '', old)),
    );
    pending.push({ item, old, columns: columns.map(({ name }) => name) });
    use(at, not + 2 - at);
    // What somebody did then is what the column of that time says.
    for (const [on, each] of items.entries())
      if (item.kind === 'time' && each.kind === 'word' && ofTime.test(each.said)) use(on);
  }
  if (changes.length === 0 && pending.length === 0) return undefined;
  // What is left names the rows.
  const unknown: number[] = [];
  let isMany = false;
  let isUnsure = false;
  /** The columns in which some row is on that day; a month is of the column called Month where there is one. */
  function daysOf(item: Extract<Item, { kind: 'day' | 'weekday' }>): readonly string[] {
    const some = words.table.columns
      .map(({ name }) => name)
      .filter((name) =>
        words.rows.some(({ cells }) => isDated(cells.get(name) ?? '') && isOnDay(cells.get(name) ?? '', item)),
      );
    const months = words.table.columns.map(({ name }) => name).filter((name) => /^(?:month|חודש)$/iu.test(name));
    if (item.kind === 'day' && item.day === undefined && months.length === 1) return months;
    const main = some.filter((name) => /^(?:date|day|תאריך|יום)$/iu.test(name));
    return main.length === 1 ? main : some;
  }
  const listed: Test[] = [];
  const testOf = (at: number): Test | undefined => {
    const item = items[at];
    if (!item || used.has(at)) return undefined;
    if (item.kind === 'number') return numberTest(item.value, words);
    const word = item.kind === 'word' && /\d/u.test(item.said) ? item.said.toLowerCase() : '';
    return word !== '' && words.rows.some((row) => isCodeOf(row, word, words))
      ? (row) => isCodeOf(row, word, words)
      : undefined;
  };
  /** "LP-101, LP-104 and LP-110": each of them is a row of its own. */
  function severalAt(from: number): { readonly tests: readonly Test[]; readonly last: number } | undefined {
    const found: Test[] = [];
    let last = from;
    for (let at = from; at < items.length; ) {
      const test = testOf(at);
      if (!test) break;
      found.push(test);
      last = at;
      at += 1;
      while (items[at] !== undefined && (/^[,&]$/u.test(items[at]?.said ?? '') || wordAt(at) === 'and')) at += 1;
    }
    return found.length > 1 ? { tests: found, last } : undefined;
  }
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    if (!item || used.has(at) || item.kind === 'break') continue;
    if (item.kind === 'day' || item.kind === 'weekday') {
      const days = daysOf(item);
      // "Paid this morning" tells when it was done; "today's rows" tells which.
      const isWhen =
        item.kind === 'day' &&
        item.isRelative === true &&
        item.said <= today &&
        said.length > 0 &&
        wordAt(at + 1) !== "'s" &&
        !/^(?:from|of|for|on|dated|since|של|מ)$/u.test(wordAt(at - 1));
      if (!isWhen) {
        tests.push(({ cells }) => days.some((name) => isOnDay(cells.get(name) ?? '', item)));
        // A due day or the end of a thing is meant where it is named.
        const isNamed = days.some((name) =>
          wordsIn(name).some((own) => items.some((each) => each.said.toLowerCase() === own)),
        );
        isUnsure ||= days.length > 1 || (!isNamed && days.some((name) => ofOwn.test(name)));
      }
      continue;
    }
    const several = severalAt(at);
    if (several) {
      tests.push((row) => several.tests.some((test) => test(row)));
      listed.push(...several.tests);
      at = several.last;
      continue;
    }
    if (item.kind === 'number') {
      tests.push(numberTest(item.value, words));
      continue;
    }
    if (item.kind !== 'word') return undefined;
    const word = item.said.toLowerCase();
    if (isAll(word)) {
      isMany = true;
      continue;
    }
    const value = valueAt(at);
    const isName = bareForms(word).find((each) => words.parts.has(each));
    if (
      value &&
      (value.count > 1 || !isFiller(word) || words.parts.has(word)) &&
      !(isFiller(word) && value.count === 1 && word.length < 4)
    ) {
      const wanted = new Set(value.held.map(({ column, value: each }) => `${column}\n${each.toLowerCase()}`));
      const columns = [...new Set(value.held.map(({ column }) => column))];
      const run = value.count === 1 ? (isName ?? word) : undefined;
      tests.push((row) =>
        run === undefined
          ? columns.some((column) => wanted.has(`${column}\n${(row.cells.get(column) ?? '').toLowerCase()}`))
          : hasWord(row, run, words),
      );
      at += value.count - 1;
      continue;
    }
    if (isName !== undefined && !isFiller(word)) {
      tests.push((row) => hasWord(row, isName, words));
      continue;
    }
    const code = words.rows.filter((row) => isCodeOf(row, word, words));
    if (code.length > 0 && /\d/u.test(word)) {
      tests.push((row) => isCodeOf(row, word, words));
      continue;
    }
    if (isFiller(word) || words.nouns.has(word) || bareForms(word).some((each) => words.nouns.has(each))) continue;
    const head = headAt(at);
    // "Invoice 4134": the head before what names the row.
    if (
      head &&
      (items[at + head.count]?.kind === 'number' ||
        items[at + head.count]?.kind === 'day' ||
        valueAt(at + head.count, head.column))
    ) {
      at += head.count - 1;
      continue;
    }
    // "The task of …": a head that stands for the row, or for what is changed in it.
    const isNoun = /^(?:the|this|that|our|my)$/u.test(wordAt(at - 1)) || /^ה/u.test(word);
    if (head && (isNoun || changes.some(({ column }) => column === head.column))) {
      at += head.count - 1;
      continue;
    }
    const near =
      word.length < 5
        ? []
        : nearestWords(
            word,
            [...words.parts.keys()].filter((each) => each.length > 3),
          );
    const [close, second] = near;
    if (close !== undefined && second === undefined) {
      tests.push((row) => hasWord(row, close, words));
      continue;
    }
    unknown.push(at);
  }
  if (unknown.some((at) => !isBeside(items, at, words)) || tests.length === 0) return undefined;
  const rows = words.rows.filter((row) => tests.every((test) => test(row)));
  if (listed.length > 0) {
    if (listed.some((test) => rows.filter(test).length !== 1)) return undefined;
    isMany = true;
  }
  // Rows of two columns' days are not all meant.
  if (isMany && isUnsure) return undefined;
  for (const { item, old, columns } of pending) {
    const [only, other] = columns.filter((name) => rows.some(({ cells }) => isSame(cells.get(name) ?? '', old)));
    if (only === undefined || other !== undefined || !(setTime(only, item) || set(only, item))) return undefined;
    tests.push(({ cells }) => isSame(cells.get(only) ?? '', old));
  }
  return {
    changes,
    rows: pending.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row))),
    isMany: isMany || items.some((_each, at) => /^(?:wherever|everywhere)$/u.test(wordAt(at))),
    isAssigning,
  };
};

/** Whether a cell says what an item says. */
const isSame = (cell: string, item: Item): boolean => {
  if (cell === '') return false;
  if (item.kind === 'number') return Number(cell) === item.value;
  if (item.kind === 'day') return isOnDay(cell, item);
  return cell.replace(/^0/u, '').replace(/^(\d{1,2}:\d\d):00$/u, '$1') === item.said.replace(/^0/u, '');
};

/** A day, or a month as 2026-12. */
const isDated = (cell: string): boolean =>
  /^\d{4}-\d\d$/u.test(cell) || readDay(cell.replace(/[T ]00:00.*$/u, '')) !== undefined;
const ofOwn = /due|end|until|expir|birth|born|dob|paid|renew|יעד|סיום|תוקף|לידה|שולם/iu;
const ofMoving = /^(?:push|bring|extend|postpone|delay|raise|lower|increase|reduce|put|move)$/u;
const ofTime =
  /^(?:finished|finishes|ended|ends|started|starts|left|arrived|came|until|till|סיים|סיימה|התחיל|התחילה|הגיע|הגיעה|יצא|יצאה)$/iu;

const countOf = (word: string): number | undefined =>
  ({ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, couple: 2 })[word.toLowerCase()];

const isLinking = (word: string): boolean =>
  /^(?:is|are|was|were|be|to|now|should|must|needs|has|changed|as|at|of|'s|becomes|will|it|that|thats|its|going|הוא|היא|זה|יהיה|צריך|להיות)$/u.test(
    word,
  );

const shortened: Readonly<Record<string, readonly string[]>> = {
  street: ['st'],
  road: ['rd'],
  avenue: ['ave'],
  lane: ['ln'],
  saint: ['st'],
  limited: ['ltd'],
  and: ['&'],
};

/** A word as it stands, without the small words that Hebrew writes before it, and without an s. */
const bareForms = (run: string): readonly string[] => {
  const plain = run.toLowerCase();
  const forms = [plain, ...(shortened[plain] ?? [])];
  if (/\p{L}{3,}s$/u.test(plain)) forms.push(plain.slice(0, -1));
  for (let cut = 1; cut <= 3; cut += 1)
    if (/^[ושבלמכה]+$/u.test(plain.slice(0, cut)) && /^-?\p{L}{2}/u.test(plain.slice(cut)))
      forms.push(plain.slice(cut).replace(/^-/u, ''));
  return forms;
};

const placedIn = (
  item: Item,
  fact: Parameters<typeof valueFor>[1],
): { readonly value: string | number; readonly isDate?: boolean } | undefined => {
  const said =
    item.kind === 'day' && item.month !== undefined && item.day !== undefined && item.year !== undefined
      ? isoOf({ year: item.year, month: item.month, day: item.day })
      : item.said;
  const placed = valueFor(
    { kind: 'named', said: item.kind === 'number' && /p$/iu.test(said) ? String(item.value) : said },
    fact,
  );
  return placed === undefined ? undefined : { value: placed.value, ...(placed.isDate ? { isDate: true } : {}) };
};

const commonestOf = (
  held: readonly { readonly column: string; readonly value: string }[],
  { rows }: TableWords,
): string => {
  const count = ({ column, value }: { readonly column: string; readonly value: string }) =>
    rows.filter(({ cells }) => cells.get(column) === value).length;
  return held.toSorted((a, b) => count(b) - count(a))[0]?.value ?? '';
};

const named = ({ table }: TableWords) => table.columns.filter(({ name }) => !isRemark(name));
const hasWord = ({ cells }: NamedRow, word: string, words: TableWords): boolean =>
  named(words).some(({ name }) => wordsIn(cells.get(name) ?? '').includes(word));
/** The whole of a cell that names the row, or what a code ends in. */
const isCodeOf = ({ cells }: NamedRow, word: string, words: TableWords): boolean =>
  named(words).some(({ name }) => {
    const cell = (cells.get(name) ?? '').toLowerCase();
    return (
      cell === word ||
      (/^\p{L}+[-/ ]?\d+$/u.test(cell) && /^\d{2,}$/u.test(word) && cell.replace(/^\p{L}+[-/ ]?/u, '') === word)
    );
  });
const numberTest =
  (value: number, words: TableWords): Test =>
  (row) =>
    isCodeOf(row, String(value), words) ||
    named(words).some(
      ({ name }) =>
        !isMoneyName(name) && !isQuantityName(name) && !isStatusName(name) && row.cells.get(name) === String(value),
    );

/** A clause beside what is asked: "I sent them one card for everything". It holds nothing of the table and denies nothing. */
const isBeside = (items: readonly Item[], at: number, words: TableWords): boolean => {
  let from = at;
  while (from > 0 && items[from - 1]?.kind !== 'break' && !/^(?:as|because|since)$/iu.test(items[from - 1]?.said ?? ''))
    from -= 1;
  let to = at;
  while (to < items.length && items[to]?.kind !== 'break') to += 1;
  const clause = items.slice(from, to);
  const opens =
    /^(?:i|we|they|he|she|it|there|their|our|my|his|her|someone|somebody|because|since|אני|אנחנו|הוא|היא|הם|יש)$/iu.test(
      clause[0]?.said ?? '',
    );
  const isReason = /^(?:as|because|since)$/iu.test(items[from - 1]?.said ?? '');
  return (
    (opens || isReason) &&
    clause.every(
      (item) =>
        item.kind === 'word' &&
        !isTurning(item.said) &&
        !words.heads.has(item.said.toLowerCase()) &&
        !words.states.some((state) => state.words.includes(item.said.toLowerCase())),
    )
  );
};

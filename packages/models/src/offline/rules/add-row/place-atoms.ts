import { isMoneyName, isQuantityName } from '../../reading/quantities.ts';
import { isoOf, nearestYear, readAmount, readDay, writeDayLike } from '../../reading/said-values.ts';
import type { Table } from '../../rule.ts';
import type { Atom } from './atoms.ts';
import type { ColumnFacts } from './column-facts.ts';

/** A value for one cell of the new row. */
export type Placed = {
  readonly column: string;
  readonly said: string;
  readonly value: string | number;
  /** A real date of a sheet, as 2026-11-17. */
  readonly isDate?: boolean;
};

export type Placing = {
  readonly placed: readonly Placed[];
  /** What found no column, or more than one. */
  readonly open: readonly { readonly atom: Atom; readonly columns: readonly string[] }[];
};

/** Gives every atom the one column it can be of. What could go to two places goes to none. */
export const placeAtoms = (atoms: readonly Atom[], facts: readonly ColumnFacts[], hint?: string): Placing => {
  const taken = new Map<string, Placed>();
  let waiting = atoms.map((atom) => ({ atom, columns: fitting(atom, facts) }));
  const put = (atom: Atom, column: string): boolean => {
    const fact = facts.find(({ name }) => name === column);
    const placed = fact && valueFor(atom, fact);
    if (!placed || taken.has(column)) return false;
    taken.set(column, placed);
    return true;
  };
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const each of waiting) {
      const { atom } = each;
      const free = each.columns.filter((column) => !taken.has(column));
      const pair = atom.kind === 'days' ? pairOf(free, facts) : undefined;
      const names = atom.kind === 'text' ? namePair(atom.said, free, facts) : undefined;
      const only = pair || names ? undefined : onlyOf(atom, free, facts, hint);
      const done = pair
        ? put({ ...atom, kind: 'day' }, pair[0]) && put({ ...atom, kind: 'day', said: atom.until ?? '' }, pair[1])
        : names
          ? names.every(([column, said]) => put({ kind: 'text', said }, column))
          : only !== undefined && put(atom, only);
      if (!done) continue;
      waiting = waiting.filter((other) => other !== each);
      isMoving = true;
      break;
    }
  }
  const sequence = waiting.length === 0 ? undefined : inSequence(atoms, facts);
  if (sequence) return { placed: sequence, open: [] };
  for (const { atom, column } of inOrder(atoms, waiting, taken, facts))
    if (put(atom, column)) waiting = waiting.filter((other) => other.atom !== atom);
  return {
    placed: facts.flatMap(({ name }) => taken.get(name) ?? []),
    open: waiting.map(({ atom, columns }) => ({ atom, columns: columns.filter((column) => !taken.has(column)) })),
  };
};

/** One value for each column from the first on, each of which its column can hold; undefined where it is none. */
const inSequence = (atoms: readonly Atom[], facts: readonly ColumnFacts[]): readonly Placed[] | undefined => {
  const own = facts.filter(({ isFormula }) => !isFormula);
  if (atoms.length < 3 || atoms.length > own.length || atoms.length < own.length - 2) return undefined;
  const placed = atoms.map((atom, at) => {
    const fact = own[at];
    if (!fact || atom.kind === 'days') return undefined;
    if (atom.kind === 'named') return atom.columns?.includes(fact.name) ? valueFor(atom, fact) : undefined;
    if (atom.kind === 'value' && !atom.columns?.includes(fact.name)) return undefined;
    // What numbers the rows is a number or a code, and no amount.
    const isCode = /^\p{L}{0,5}[-/]?\d+$/u.test(atom.said);
    const isName = fact.isNumbering || (!fact.isText && !fact.isNumber && !fact.isDay && atom.kind === 'text');
    if (isName)
      return isCode
        ? {
            column: fact.name,
            said: atom.said,
            value: typeof fact.next === 'number' && !fact.isCsv ? Number(atom.said) : atom.said,
          }
        : undefined;
    if (atom.kind === 'text' && /\d/u.test(atom.said) && !/\s/u.test(atom.said)) return undefined;
    return valueFor(atom, fact);
  });
  const sure = placed.filter((each) => each !== undefined);
  return sure.length === atoms.length ? sure : undefined;
};

type Waiting = { readonly atom: Atom; readonly columns: readonly string[] };

/**
 * Values that were told in the order of the columns: a text between two that are placed is of the column between
 * theirs, where there are as many texts as columns.
 */
const inOrder = (
  atoms: readonly Atom[],
  waiting: readonly Waiting[],
  taken: ReadonlyMap<string, Placed>,
  facts: readonly ColumnFacts[],
): readonly { readonly atom: Atom; readonly column: string }[] => {
  const texts = waiting.filter(({ atom }) => atom.kind === 'text').map(({ atom }) => atom);
  if (texts.length === 0 || texts.length < waiting.length) return [];
  const places = atoms.map((atom) => facts.findIndex(({ name }) => taken.get(name)?.said === atom.said));
  const known = places.filter((at) => at >= 0);
  if (known.length < 2 || known.some((at, on) => on > 0 && at <= (known[on - 1] ?? 0))) return [];
  const found: { readonly atom: Atom; readonly column: string }[] = [];
  for (let from = 0; from < atoms.length; from += 1) {
    if ((places[from] ?? 0) >= 0) continue;
    let to = from;
    while (to < atoms.length && (places[to] ?? 0) < 0) to += 1;
    const [before, after] = [from === 0 ? -1 : (places[from - 1] ?? -1), to < atoms.length ? (places[to] ?? 0) : -1];
    // Behind the last one nothing says where the texts end.
    if (after < 0) return [];
    const between = facts.slice(before + 1, after).filter(({ name, isFormula }) => !taken.has(name) && !isFormula);
    if (between.length !== to - from || between.some(({ isText }) => !isText)) return [];
    for (const [on, fact] of between.entries()) {
      const atom = atoms[from + on];
      if (atom) found.push({ atom, column: fact.name });
    }
    from = to;
  }
  return found;
};

const fitting = (atom: Atom, facts: readonly ColumnFacts[]): readonly string[] => {
  const fits = facts.filter((fact) => !fact.isFormula && valueFor(atom, fact) !== undefined).map(({ name }) => name);
  return atom.columns === undefined ? fits : fits.filter((name) => atom.columns?.includes(name));
};

/** Of several columns the one that the atom is surely of. */
const onlyOf = (
  atom: Atom,
  free: readonly string[],
  facts: readonly ColumnFacts[],
  hint: string | undefined,
): string | undefined => {
  const those = facts.filter(({ name }) => free.includes(name));
  const one = (list: readonly ColumnFacts[]) => (list.length === 1 ? list[0]?.name : undefined);
  if (those.length <= 1) return atom.kind === 'text' && !isNameLike(those[0]) ? undefined : those[0]?.name;
  if (atom.kind === 'day') return one(those.filter(({ name }) => /^(?:date|day|תאריך|יום)$/iu.test(name)));
  if (atom.kind === 'text')
    return (
      one(those.filter(({ words }) => hint !== undefined && words.includes(hint))) ??
      (isTitled(atom.said) ? one(those.filter(({ name }) => isPersonName(name))) : one(those.filter(isNameLike)))
    );
  if (atom.kind === 'amount') {
    const amount = readAmount(atom.said);
    const money = those.filter(({ name }) => isMoneyName(name));
    if (amount && (amount.sign !== '' || amount.decimals > 0)) return one(money.length > 0 ? money : those);
    return one(those.filter(({ name }) => isQuantityName(name) || isMoneyName(name)));
  }
  return undefined;
};

/** "Ms Eccles" is a person, whatever the row is of. */
const isTitled = (said: string): boolean => /^(?:mrs?|ms|miss|mister|גב'|גברת|מר)\.? \p{L}/iu.test(said);
const isPersonName = (name: string): boolean =>
  /(?:^|\s)(?:name|client|customer|owner|guest|tenant|member|patient|pupil|student|donor|contact|who|buyer|payer)$|^(?:שם|לקוח|לקוחה|בעלים|דייר|תורם|תלמיד|מטופל|חבר|איש קשר)(?:\s|$)/iu.test(
    name,
  );

/** Columns that a text nobody knows may name the row in. Remarks are not among them. */
const isNameLike = (fact: ColumnFacts | undefined): boolean =>
  fact !== undefined &&
  !/note|remark|comment|הער/iu.test(fact.name) &&
  (/(?:^|\s)(?:name|client|customer|owner|guest|tenant|member|patient|pupil|student|donor|company|item|product|title|description|contact|family|player|artist|who)$|^(?:שם|לקוח|לקוחה|פריט|מוצר|תיאור|דייר|תורם|תלמיד|מטופל|חבר|משפחה)(?:\s|$)/iu.test(
    fact.name,
  ) ||
    fact.isDistinct);

/** "28 Dec to 2 Jan": two days that follow each other among the columns. */
const pairOf = (free: readonly string[], facts: readonly ColumnFacts[]): readonly [string, string] | undefined => {
  const days = facts.filter(({ name, isDay }) => isDay && free.includes(name)).map(({ name }) => name);
  const from =
    /^(?:in|from|start|arrival|arrive|arrives|check[- ]?in|begin|begins|מ|מתאריך|כניסה|התחלה|הגעה)(?:\s|$)|(?:\s|^)(?:start|from)$/iu;
  const to =
    /^(?:out|to|till|until|end|departure|leave|leaves|check[- ]?out|ends|עד|יציאה|סיום|עזיבה)(?:\s|$)|(?:\s|^)(?:end|until)$/iu;
  const [first, second] = [days.filter((name) => from.test(name)), days.filter((name) => to.test(name))];
  return first.length === 1 && second.length === 1 && first[0] !== undefined && second[0] !== undefined
    ? [first[0], second[0]]
    : undefined;
};

/** A name of several words where the table keeps the first and the last name apart. */
const namePair = (
  said: string,
  free: readonly string[],
  facts: readonly ColumnFacts[],
): readonly (readonly [string, string])[] | undefined => {
  const find = (pattern: RegExp) => facts.find(({ name }) => pattern.test(name) && free.includes(name))?.name;
  const first = find(/^(?:first name|forename|given name|firstname|שם פרטי)$/iu);
  const last = find(/^(?:last name|surname|family name|lastname|שם משפחה)$/iu);
  const [head, ...rest] = said.split(/\s+/u);
  return first !== undefined && last !== undefined && head !== undefined && rest.length > 0
    ? [
        [first, head],
        [last, rest.join(' ')],
      ]
    : undefined;
};

/** What an atom comes to in a column; undefined where it cannot stand there. */
export const valueFor = (atom: Atom, fact: ColumnFacts): Placed | undefined => {
  const { kind, said, value = said } = atom;
  const as = (written: string | number, isDate = false): Placed => ({
    column: fact.name,
    said,
    value: written,
    ...(isDate ? { isDate } : {}),
  });
  switch (kind) {
    case 'value':
      return as(value);
    case 'state': {
      const written = value === 'paid' ? fact.paid : fact.unpaid;
      return written === undefined ? undefined : as(written);
    }
    case 'phone':
      return fact.isPhone ? as(said) : undefined;
    case 'email':
      return fact.isEmail ? as(said) : undefined;
    case 'days':
      return fact.isDay ? as(said) : undefined;
    case 'day':
      return fact.isDay ? dayIn(said, fact) : undefined;
    case 'amount':
      return fact.isNumber && fitsNumber(atom, fact) ? numberIn(said, fact) : undefined;
    case 'text':
      return fact.isText ? as(said) : undefined;
    case 'named':
      if (fact.isDay) return dayIn(said, fact);
      if (fact.isNumber) return numberIn(said, fact);
      return as(said);
  }
};

const dayIn = (said: string, fact: ColumnFacts): Placed | undefined => {
  const day = readDay(said, fact.isMonthFirst);
  if (!day) return undefined;
  const year = day.year ?? (fact.lastDay === undefined ? undefined : nearestYear(day, fact.lastDay));
  if (year === undefined) return undefined;
  const whole = { ...day, year };
  if (fact.isRealDate) return { column: fact.name, said, value: isoOf(whole), isDate: true };
  const written = writeDayLike(whole, fact.like ?? isoOf(whole));
  return written === undefined ? undefined : { column: fact.name, said, value: written };
};

const numberIn = (said: string, fact: ColumnFacts): Placed | undefined => {
  const amount = readAmount(said);
  if (!amount) return undefined;
  // A csv keeps the decimals as they were typed.
  const written = fact.isCsv ? said.replace(/[^\d.-]/gu, '') : amount.value;
  return { column: fact.name, said, value: written };
};

/** Whether the column may hold such a number: not far from those it holds, and whole where all of them are. */
const fitsNumber = ({ said, hint = '' }: Atom, fact: ColumnFacts): boolean => {
  const amount = readAmount(said);
  if (!amount || fact.isNumbering) return false;
  const [low, high] = fact.range ?? [0, 0];
  const isNear = fact.range === undefined || (amount.value <= high * 5 && amount.value >= Math.min(low, low / 5));
  const isMoney = amount.sign !== '';
  const unit = hint
    .toLowerCase()
    .replace(/^(?:a|per|each|an|every|for a|לכל) |^ל(?=\p{L}{3})/u, '')
    .replace(/s$/u, '');
  if (unit !== '') {
    const isOfUnit =
      fact.name.toLowerCase().includes(unit.slice(0, 4)) || (every[unit]?.test(fact.name.toLowerCase()) ?? false);
    const isRate = /^(?:a|per|each|an|every|for a|לכל) |^ל/iu.test(hint);
    const isRateName = /(?:^|\s)(?:rate|price|fee|תעריף|מחיר)(?:$|\s)/iu.test(fact.name);
    const isLength =
      /minute|min|hour|דק|שע/iu.test(unit) && /length|duration|minutes|time|אורך|משך|דקות/iu.test(fact.name);
    if (isRate)
      return (((isMoneyName(fact.name) || /gbp|usd|eur|[£$€₪]/iu.test(fact.name)) && isOfUnit) || isRateName) && isNear;
    // "2 tickets" is how many, where one column says how many there are.
    const isHowMany = /^(?:qty|quantity|units|count|no\. of .+|number of .+|כמות|יחידות)$/iu.test(fact.name);
    return isOfUnit || isLength || (isHowMany && countable.test(unit));
  }
  if (isMoney && !isMoneyName(fact.name)) return false;
  return isNear && (amount.decimals === 0 || !fact.isWhole || isMoneyName(fact.name));
};

const every: Readonly<Record<string, RegExp>> = {
  year: /annual|yearly|p\.a\./u,
  day: /daily/u,
  שנה: /שנתי/u,
  חודש: /חודשי/u,
};
const countable = /^(?:people|person|guest|seat|ticket|piece|pc|unit|boxe?|bag|bottle|אנשים|יחידות|כרטיסים)$/iu;

/** The columns that got nothing. */
export const emptyOf = (table: Table, filled: ReadonlySet<string>): readonly string[] =>
  table.columns.map(({ name }) => name).filter((name) => !filled.has(name));

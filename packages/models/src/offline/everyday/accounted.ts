import { formsOf } from '../reading/marks.ts';
import type { Ask } from './ask.ts';
import type { Item } from './items.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import { type Filter, peopleOf } from './states.ts';
import { bareForms } from './words.ts';

/**
 * The last look before an answer: whatever was read must show in what is asked of the table. A piece that was
 * understood and then not used would make it the answer to another question. Comes out with the word that was passed
 * over, or undefined.
 */
export const passedOver = (
  items: readonly Item[],
  used: ReadonlySet<number>,
  ask: Ask,
  before: Ask | undefined,
): string | undefined => {
  for (const [at, item] of items.entries()) {
    if (used.has(at)) continue;
    const word = checks.some((isPassedOver) => isPassedOver({ item, at, items, ask, before })) ? item.word : undefined;
    if (word !== undefined) return word;
  }
  return (
    twiceOfOne(ask) ??
    itsOwnOpposite(ask) ??
    nothingOfIt(ask) ??
    idleColumn(items, ask) ??
    notOfWhom(items, ask) ??
    halfAsked(items)
  );
};

type Place = {
  readonly item: Item;
  readonly at: number;
  readonly items: readonly Item[];
  readonly ask: Ask;
  readonly before: Ask | undefined;
};

const isExtreme = (item: Item): boolean =>
  item.is === 'most' || (item.is === 'state' && ['youngest', 'oldest', 'latest', 'earliest', 'next'].includes(item.of));

/** Small words that set one thing in time or in order to another: with nothing behind them that does, they are not read. */
const leads = /^(?:before|after|since|while|unless|if|during|within|nor|neither|לפני|אחרי|מאז|תוך|אלא אם)$/u;

const checks: readonly ((place: Place) => boolean)[] = [
  ({ item, at, items }) => item.is === 'skip' && leads.test(item.word) && !/‹|^,/u.test(items[at + 1]?.word ?? ''),
  // "From Ludlow or in October": two conditions that are not of one column.
  ({ item }) => item.is === 'or',
  // "How many did they do each", of nobody in particular.
  ({ item, ask }) => item.is === 'by' && item.word === 'each' && ask.by.length === 0,
  // "With the tax", of a table that knows the tax alone: the sum of both was asked for.
  ({ item, at, items }) =>
    item.is === 'column' &&
    /^(?:the )?(?:vat|tax|מעמ|מס)$/u.test(item.word) &&
    /^(?:with|with the|incl|including|plus|after|without|before|excl|excluding|ex|כולל|בלי|לפני|עם)$/u.test(
      items[at - 1]?.word ?? '',
    ),
  ({ item, ask }) => item.is === 'versus' && ask.spans.length < 2 && ask.by.length === 0,
  ({ item, ask }) => item.is === 'average' && ask.measure !== 'average',
  ({ item, ask }) => item.is === 'order' && !ask.order && !ask.top,
  ({ item, items, ask }) => isExtreme(item) && items.filter(isExtreme).length > 1 && ask.measure !== 'reach',
  ({ item, ask }) => item.is === 'share' && ask.measure !== 'share',
  // "Of those", where nothing was asked before.
  ({ item, before }) =>
    item.is === 'that' && before === undefined && /^(?:out )?of |^(?:מתוכ|מהם|מהן)/u.test(item.word),
  // "How many more" is a difference.
  ({ item, ask }) =>
    (item.is === 'count' || item.is === 'sum') &&
    /(?<![\p{L}])(?:more|less|fewer|יותר|פחות)(?![\p{L}])/u.test(item.word) &&
    ask.spans.length < 2,
  // "Including the cancelled ones" wants more rows, and not those alone.
  ({ item, at, items }) =>
    item.is === 'skip' &&
    /includ|כולל/u.test(item.word) &&
    ['value', 'state'].includes(items.slice(at + 1).find(({ is }) => is !== 'skip')?.is ?? ''),
  // "How many days": no column counts them.
  ({ item, at, items, ask }) =>
    item.is === 'skip' &&
    /^(?:days?|dates?|times?|minutes?|ימים|יום|תאריכים)$/u.test(item.word) &&
    ['count', 'sum'].includes(items[at - 1]?.is ?? '') &&
    ask.measure !== 'average' &&
    ask.measure !== 'reach' &&
    ask.amounts.length === 0,
  // "How many paid", "how many cost": money that no condition is of.
  ({ item, ask }) =>
    item.is === 'money' &&
    ask.measure === 'count' &&
    /^(?:cost|costs|costing|spend|spends|spent|pay|pays|paying|charge|charges|charged|earn|earns|earned|עולה|עולים|עלו|משלם|משלמים|משלמת)$/u.test(
      item.word,
    ) &&
    !ask.filters.some(({ key }) => key.startsWith('number ') || key === 'paid'),
  // "How many people" of a table without any, and children of one that knows none.
  ({ item, ask, before }) =>
    item.is === 'rows' &&
    bareForms(item.word).some(
      (word) =>
        /^(?:kids?|child|children|famil(?:y|ies)|ילדים|ילדות|ילד|משפחות)$/u.test(word) ||
        (/^(?:people|persons?|someone|somebody|everyone|everybody|אנשים)$/u.test(word) &&
          before === undefined &&
          !hasPeople(ask.sheet)),
    ),
  // "For children" of a list of pupils: another word for its rows narrows nothing, or everything.
  ({ item, at, items }) =>
    item.is === 'table' &&
    item.weight === 2.5 &&
    at > 1 &&
    (/^(?:for|to|from|with|by)$/u.test(items[at - 1]?.word ?? '') || /^[לממב]\p{Script=Hebrew}/u.test(item.word)),
  // "Late March" is no matter of what is overdue.
  ({ item, at, items }) => item.is === 'state' && /^(?:late|early)$/u.test(item.word) && items[at + 1]?.is === 'span',
  // "Which kennels are free" is not which animals are.
  ({ item, ask }) =>
    item.is === 'state' &&
    item.of === 'vacant' &&
    ask.filters.some(({ key }) => key === 'status') &&
    ask.wanted.some(({ at: on, kind }) => kind === 'text' && on > 0),
  // Money that came in is not what the goods of a list are worth.
  ({ item, ask }) =>
    item.is === 'money' &&
    /^(?:money in|come in|came in|comes in|bring in|brings in|brought in|took in|takings|income|received?|collect(?:ed)?|נכנס|נכנסה|נכנסו|קיבלנו|הכנסנו|הכניס|הכניסה|הכניסו)$/u.test(
      item.word,
    ) &&
    ask.amounts.some(({ name }) => name.includes(' × ')),
  // "Who came in last": people, and no money.
  ({ item, items, ask }) =>
    item.is === 'money' &&
    /^(?:come|comes|came) in$/u.test(item.word) &&
    ask.measure === 'rows' &&
    !items.some(({ is }) => is === 'sum'),
  // "Who came twice" is no question for rows that are in twice.
  ({ item, items, ask }) =>
    item.is === 'twice' &&
    ask.having === undefined &&
    /^(?:twice|two times|double|doubled|doubles|repeats|repeated|more than once|פעמיים|יותר מפעם אחת)$/u.test(
      item.word,
    ) &&
    !items.some(({ word }) =>
      /(?:^|\s)(?:in|there|list|listed|entered|recorded|down|rows?|entr(?:y|ies)|anything|רשו\p{L}*|מופיע\p{L}*|שורות|קובץ|ברשימה|רשימה|משהו)(?:$|\s)/u.test(
        word,
      ),
    ),
];

/**
 * "What has Topline still got on, and what's their number?": two questions, and the first asks for something that no
 * column was named for. An answer to the second alone would be half of one.
 */
const halfAsked = (items: readonly Item[]): string | undefined => {
  const starts = items.flatMap((item, at) =>
    item.is === 'ask' &&
    ['what', 'when', 'where'].includes(item.of) &&
    (at === 0 || ['and', ','].includes(items[at - 1]?.word ?? ''))
      ? [at]
      : [],
  );
  const [first = -1, second] = starts;
  if (first < 0 || second === undefined) return undefined;
  const isEmpty = items
    .slice(first + 1, second)
    .every((item) => ['value', 'skip', 'and', 'that', 'span', 'or'].includes(item.is));
  return isEmpty ? items[first]?.word : undefined;
};

/** A head as it is written, in one and in many. */
const namesOfOwn = (head: Head): readonly string[] =>
  [plain(head.name), ...plain(head.name).split(' ')].flatMap((word) => [word, ...formsOf(word).map(plain)]);

/** Names in the rows, and no number that says how many each row is for. */
const hasPeople = (sheet: Sheet): boolean =>
  peopleOf(sheet).length > 0 &&
  !sheet.heads.some(
    ({ kind, name }) =>
      kind === 'number' &&
      /guests|pax|people|persons|adults|children|seats|covers|party|אורחים|אנשים|משתתפים|סועדים|מקומות/iu.test(name),
  );

/** Two values of one column that were not said as one choice: no row has both. */
const twiceOfOne = ({ filters, sheet }: Ask): string | undefined => {
  const of = filters.filter(({ key }) => key.startsWith('value ') && !key.endsWith(' not'));
  const second = of.find((each, at) => of.findIndex(({ key }) => key === each.key) < at);
  const same = of.filter(({ key }) => key === second?.key);
  return second && !sheet.rows.some((row) => same.every(({ keep }) => keep(row))) ? second.said.en : undefined;
};

/** "Delivered late", where late is read as not delivered yet: one condition is the other's opposite, so none was meant. */
const itsOwnOpposite = ({ filters, sheet: { rows } }: Ask): string | undefined => {
  const isOpposite = (one: Filter, other: Filter): boolean =>
    one.clauses?.some(({ column }) => other.clauses?.some((each) => each.column === column)) === true &&
    rows.some(one.keep) &&
    rows.some(other.keep) &&
    rows.every((row) => one.keep(row) !== other.keep(row));
  return filters.find((one, at) => filters.slice(0, at).some((other) => isOpposite(one, other)))?.said.en;
};

/**
 * "Which shop has no order for May": the rows that are missing are in no list of orders. A first column in which each
 * row has a value of its own is never empty, so whoever asks for that means rows that are not there.
 */
const nothingOfIt = ({ filters, sheet }: Ask): string | undefined => {
  const first = sheet.heads.find(({ at }) => at === 0);
  const own = sheet.rows.flatMap((row) => row[0] ?? []);
  const isName = first !== undefined && own.length === sheet.rows.length && new Set(own).size === own.length;
  const asked = filters.find(({ clauses }) =>
    clauses?.some((each) => each.is === 'empty' && each.column === first?.name),
  );
  return isName ? asked?.said.en : undefined;
};

/** "Who has not bought tea", of people with several rows: other rows of theirs may say it. */
const notOfWhom = (items: readonly Item[], { filters, sheet, wanted, by }: Ask): string | undefined => {
  const not = filters.find(({ key }) => key.startsWith('value ') && key.endsWith(' not'));
  const who = wanted.find((head) => peopleOf(sheet).includes(head)) ?? peopleOf(sheet)[0];
  const isAsked = wanted.some((head) => head === who) || items.some((item) => item.is === 'ask' && item.of === 'who');
  if (!not || !who || !isAsked || by.length > 0 || not.key === `value ${who.at} not`) return undefined;
  const names = sheet.rows.flatMap((row) => (row[who.at] === null ? [] : [row[who.at]]));
  return new Set(names).size < names.length ? not.said.en : undefined;
};

/** A column that was named beside another, and that the answer does not show. */
const idleColumn = (items: readonly Item[], ask: Ask): string | undefined => {
  if (ask.measure === 'rows' || ask.measure === 'twice') return undefined;
  const shown = new Set([...ask.by, ...ask.amounts].map(({ name }) => name));
  const idle = ask.wanted.filter(({ name }) => ![...shown].some((each) => each.split(' × ').includes(name)));
  for (const head of idle) {
    const isNarrowed = ask.filters.some(({ key }) => key.split(' ').includes(String(head.at)));
    if (isNarrowed || ask.spans.some(({ key }) => key === `day ${head.at}`)) continue;
    if (head.kind === 'number' && ask.measure === 'count' && !ask.amounts.length) return head.name;
    // "Kegs delivered" says no day, of a column called Delivered on.
    const verb = items.find((item) => item.is === 'column' && item.heads.includes(head))?.word ?? '';
    if (head.kind === 'day' && /^\p{L}{3,}ed$/u.test(verb) && plain(head.name) !== verb) continue;
    if (head.kind === 'day' && !ask.by.some(({ isTime }) => isTime)) return head.name;
    // "The total by town and product": the second one is asked for as well.
    const at = items.findIndex((item) => item.is === 'column' && item.heads.includes(head));
    // "The total for children" of a table of pupils: whether all are meant, nobody knows.
    const word = items[at]?.word ?? '';
    const isOwnName = bareForms(word).some((each) => [...namesOfOwn(head)].includes(each));
    const isLed =
      /^(?:for|to|from|with|by|of)$/u.test(items[at - 1]?.word ?? '') || /^[לממב]\p{Script=Hebrew}/u.test(word);
    if (head.kind === 'text' && isLed && !isOwnName) return head.name;
    const before = items.slice(0, at).findLast(({ is }) => is !== 'skip');
    if (head.kind === 'text' && before?.is === 'and') return head.name;
  }
  return undefined;
};

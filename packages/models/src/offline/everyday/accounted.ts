import type { Ask } from './ask.ts';
import type { Item } from './items.ts';
import type { Sheet } from './sheets.ts';
import { peopleOf } from './states.ts';

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
  return twiceOfOne(ask) ?? idleColumn(items, ask);
};

type Place = {
  readonly item: Item;
  readonly at: number;
  readonly items: readonly Item[];
  readonly ask: Ask;
  readonly before: Ask | undefined;
};

const isExtreme = (item: Item): boolean =>
  item.is === 'most' || (item.is === 'state' && ['youngest', 'oldest', 'latest', 'earliest'].includes(item.of));

const checks: readonly ((place: Place) => boolean)[] = [
  // "From Ludlow or in October": two conditions that are not of one column.
  ({ item }) => item.is === 'or',
  ({ item, ask }) => item.is === 'versus' && ask.spans.length < 2 && ask.by.length === 0,
  ({ item, ask }) => item.is === 'average' && ask.measure !== 'average',
  ({ item, ask }) => item.is === 'order' && !ask.order && !ask.top,
  ({ item, items }) => isExtreme(item) && items.filter(isExtreme).length > 1,
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
    before === undefined &&
    (/^(?:kids?|child|children|famil(?:y|ies)|ילדים|ילדות|משפחות)$/u.test(item.word) ||
      (/^(?:people|persons?|someone|somebody|everyone|everybody|אנשים)$/u.test(item.word) && !hasPeople(ask.sheet))),
];

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

/** A column that was named beside another, and that the answer does not show. */
const idleColumn = (items: readonly Item[], ask: Ask): string | undefined => {
  if (ask.measure === 'rows' || ask.measure === 'twice') return undefined;
  const shown = new Set([...ask.by, ...ask.amounts].map(({ name }) => name));
  const idle = ask.wanted.filter(({ name }) => ![...shown].some((each) => each.split(' × ').includes(name)));
  for (const head of idle) {
    const isNarrowed = ask.filters.some(({ key }) => key.split(' ').includes(String(head.at)));
    if (isNarrowed || ask.spans.some(({ key }) => key === `day ${head.at}`)) continue;
    if (head.kind === 'number' && ask.measure === 'count' && !ask.amounts.length) return head.name;
    if (head.kind === 'day' && !ask.by.some(({ isTime }) => isTime)) return head.name;
    // "The total by town and product": the second one is asked for as well.
    const at = items.findIndex((item) => item.is === 'column' && item.heads.includes(head));
    const before = items.slice(0, at).findLast(({ is }) => is !== 'skip');
    if (head.kind === 'text' && before?.is === 'and') return head.name;
  }
  return undefined;
};

import { literal } from '../reading/quotes.ts';
import { nearestWords } from '../reading/spelling.ts';
import { rowsFor } from './answer.ts';
import type { Ask } from './ask.ts';
import type { Words } from './clauses.ts';
import { isGoingOn, merged, opening } from './everyday.ts';
import { readExact } from './exact-read.ts';
import { exactWords } from './exact-words.ts';
import type { Item } from './items.ts';
import { isRate } from './pairs.ts';
import { compose, piecesOf, toBeIn } from './read.ts';
import type { Sheet } from './sheets.ts';

/** A question near to what was asked, with the words it leaves out. */
export type NearAsk = { readonly ask: Ask; readonly dropped: readonly string[]; readonly worth: number };

/**
 * What a request that cannot be answered may have meant: for each table the most of its words that make one question.
 * None of them is answered; a person picks one.
 */
export const nearestAsks = (
  request: string,
  before: Ask | undefined,
  sheets: readonly Sheet[],
  today: string,
): readonly NearAsk[] => {
  const said = withoutToBe(request);
  const goesOn = before !== undefined && isGoingOn(request);
  const found = sheets.flatMap((sheet) => {
    const isSame = sheet.table === before?.sheet.table;
    const on = goesOn && isSame ? nearestIn(said.replace(opening, ''), sheet, sheets, today, before) : [];
    return [
      ...on.map((each) => ({ ...each, ask: merged(before as Ask, each.ask, said), worth: each.worth + 4 })),
      ...nearestIn(said, sheet, sheets, today),
    ];
  });
  return found.filter(({ worth }) => worth > leastWorth).toSorted((a, b) => b.worth - a.worth);
};

const withoutToBe = (request: string): string => {
  let said = request;
  for (let word = toBeIn(said); word !== undefined; word = toBeIn(said)) said = said.replace(word, ' ');
  return said;
};

const mostDropped = 6;
/** What leaves out far more than it reads is no help. */
const leastWorth = -4;

const nearestIn = (
  request: string,
  sheet: Sheet,
  sheets: readonly Sheet[],
  today: string,
  before?: Ask,
): readonly NearAsk[] => {
  const { items, words } = piecesOf(request, sheet, sheets, today);
  const mended = withSlipsMended(request, items, sheet);
  if (mended !== undefined) {
    const found = nearestIn(mended, sheet, sheets, today, before);
    return found.map((each) => ({ ...each, worth: each.worth - 1 }));
  }
  const unknown = items.flatMap((item, at) => (item.is === 'unknown' ? [at] : []));
  const dropped = new Set(unknown.flatMap((at) => withItsNot(items, at)));
  const read = composeLess(items, dropped, sheet, words, before);
  if (read) return [read];
  // What is added up was not said: each column that can be.
  const summed = items.some(({ is }) => ['sum', 'money', 'average', 'most'].includes(is));
  if (!summed) return [];
  return sheet.heads
    .filter((head) => head.kind === 'number' && !head.isNumbering && !isRate(head))
    .slice(0, 3)
    .flatMap((head) => {
      const column: Item = { is: 'column', word: head.name, heads: [head] };
      const each = composeLess([...items, column], dropped, sheet, words, before);
      return each ? [{ ...each, worth: each.worth - 3 }] : [];
    });
};

/** "Amuont" of a table with a column Amount: each slip as the one name that is near to it. */
const withSlipsMended = (request: string, items: readonly Item[], { heads }: Sheet): string | undefined => {
  const names = [
    ...heads.map(({ name }) => name),
    ...heads.flatMap(({ texts }) => [...texts.values()].map(({ written }) => written)),
  ];
  const mended = items.reduce((text, item) => {
    const [only, other] = item.is === 'unknown' && item.word.length > 3 ? nearestWords(item.word, names) : [];
    return only === undefined || other !== undefined
      ? text
      : text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal(item.word)}(?![\\p{L}\\p{N}])`, 'iu'), only);
  }, request);
  return mended === request ? undefined : mended;
};

/** Leaves out one piece after another that nothing can be done with, until the others make a question. */
const composeLess = (
  items: readonly Item[],
  left: ReadonlySet<number>,
  sheet: Sheet,
  words: Words,
  before: Ask | undefined,
): NearAsk | undefined => {
  const dropped = new Set(left);
  let request = words.request;
  for (let tries = 0; tries < mostDropped; tries++) {
    const kept = items.map((item, at): Item => (dropped.has(at) ? { is: 'skip', word: '' } : item));
    const reading = compose(kept, sheet, { ...words, request }, before);
    if ('ask' in reading) {
      if (!isSomething(reading.ask)) return undefined;
      const places = [...dropped].toSorted((a, b) => a - b);
      const cost = places.reduce((sum, at) => sum + costOf(items[at] as Item), 0);
      const said = places.flatMap((at) => {
        const item = items[at] as Item;
        return item.is === 'span' ? [words.spans[item.at]?.said ?? ''] : [item.word];
      });
      return { ask: reading.ask, dropped: said.filter((each) => each !== ''), worth: reading.score - cost };
    }
    const [word = ''] = reading.unknown;
    const at = kept.findLastIndex(
      (item) => item.word !== '' && (item.word === word || (item.is === 'span' && words.spans[item.at]?.said === word)),
    );
    if (at < 0 && request === '') return undefined;
    if (at < 0) request = '';
    else for (const each of withItsNot(items, at)) dropped.add(each);
  }
  return undefined;
};

const isSomething = ({ filters, by, top, amounts, measure }: Ask): boolean =>
  filters.length > 0 || by.length > 0 || top !== undefined || (amounts.length > 0 && measure !== 'rows');

/** A word that is denied, compared or joined by "or" is left out with what denies it: the rest would say the opposite. */
const withItsNot = (items: readonly Item[], at: number): readonly number[] => {
  const item = items[at] as Item;
  const before = items.slice(0, at).findLastIndex((each) => each.is !== 'skip');
  const denial = item.is === 'not' ? at : items[before]?.is === 'not' ? before : -1;
  // "Not frobbed by Bo": all that is denied, up to the next "and" or comma.
  if (denial >= 0) {
    const end = items.findIndex(({ is, word }, on) => on > denial && (is === 'and' || word === ','));
    return items.flatMap((each, on) =>
      on >= denial && (end < 0 || on < end) && (each.is !== 'skip' || on === at) ? [on] : [],
    );
  }
  const found = [at];
  const says = (each: Item | undefined) => each !== undefined && each.is !== 'skip';
  if (['not', 'compare', 'or', 'by', 'sorted', 'between'].includes(item.is)) {
    const next = items.findIndex((each, on) => on > at && says(each));
    if (next > at) found.push(next);
  }
  const led = items.findLastIndex((each, on) => on < at && says(each));
  if (led >= 0 && ['not', 'compare', 'or', 'by', 'sorted'].includes(items[led]?.is ?? '')) found.push(led);
  return found;
};

const costs: Readonly<Partial<Record<Item['is'], number>>> = {
  unknown: 2,
  value: 5,
  column: 4,
  number: 4,
  span: 5,
  not: 4,
  state: 3,
  by: 3,
  most: 4,
  compare: 4,
  or: 3,
  table: 1,
  ask: 1,
  money: 1,
};
const costOf = ({ is }: Item): number => costs[is] ?? 1;

const mostWays = 3;

/** The nearest ones as requests that read back as just that. */
export const nearestWays = (
  near: readonly NearAsk[],
  sheets: readonly Sheet[],
  language: 'en' | 'he',
): readonly string[] => {
  const ways = new Set<string>();
  for (const { ask } of near) {
    for (const each of [ask, ...alsoOf(ask)]) {
      const said = exactWords(each, language);
      const back = said === undefined ? undefined : readExact(said, sheets);
      if (said !== undefined && back && isSame(each, back)) ways.add(said);
      if (each === ask && near.length > 1) break;
    }
    if (ways.size >= mostWays) break;
  }
  return [...ways].slice(0, mostWays);
};

/** The same rows, shown and counted. */
const alsoOf = (ask: Ask): readonly Ask[] => {
  const base: Ask = {
    sheet: ask.sheet,
    filters: ask.filters,
    by: [],
    amounts: [],
    wanted: [],
    spans: [],
    measure: 'rows',
    isCounted: false,
  };
  if (ask.filters.length === 0) return [];
  return ask.measure === 'rows' && ask.wanted.length === 0 ? [{ ...base, measure: 'count', isCounted: true }] : [base];
};

const isSame = (a: Ask, b: Ask): boolean =>
  a.measure === b.measure &&
  a.sheet.table === b.sheet.table &&
  JSON.stringify(rowsFor(a)) === JSON.stringify(rowsFor(b)) &&
  JSON.stringify(a.by.map(({ name }) => name)) === JSON.stringify(b.by.map(({ name }) => name));

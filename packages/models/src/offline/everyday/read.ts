import { passedOver } from './accounted.ts';
import { rowsFor } from './answer.ts';
import type { Ask, Reading } from './ask.ts';
import { asks, notYet, tells, type Words, withoutAsides, wordsOf } from './clauses.ts';
import { conditionsOf, isSettled } from './conditions.ts';
import { type Item, itemsOf, lexiconOf } from './items.ts';
import { measureOf } from './measure.ts';
import type { Sheet } from './sheets.ts';
import { timesOf } from './times.ts';

/** Reads a request as a question about one table, or says which words it has no use for. */
export const readOf = (
  request: string,
  sheet: Sheet,
  sheets: readonly Sheet[],
  today: string,
  before?: Ask,
): Reading => {
  // What will or should be is not what is.
  const toBe = toBeIn(request);
  if (toBe !== undefined) return { unknown: [toBe] };
  const { items, words } = piecesOf(request, sheet, sheets, today);
  const unknown = items.flatMap((item) => (item.is === 'unknown' ? [item.word] : []));
  if (unknown.length > 0) return { unknown };
  if (
    !before &&
    !asks(items) &&
    !request.includes('?') &&
    items.some(({ is, word }) => is === 'skip' && tells.test(word))
  )
    return { unknown: [request] };
  // "Lessons" of a lesson diary are its rows, and those that say Lesson: where that is not the same, nobody knows.
  const own = items.map(
    (item): Item => (item.is === 'value' && item.table ? { is: 'table', word: item.word, weight: item.table } : item),
  );
  const read = compose(items, sheet, words, before);
  const both = own.some((item, at) => item !== items[at]) ? compose(own, sheet, words, before) : read;
  if (!('ask' in read)) return both;
  if (!('ask' in both) || both === read) return read;
  if (isSame(read.ask, both.ask)) return both;
  const [narrower, other] = read.ask.filters.filter(
    ({ said }) => !both.ask.filters.some((each) => each.said.en === said.en),
  );
  const isPlain = ({ measure, by, top, spans }: Ask) =>
    ['rows', 'count', 'sum'].includes(measure) && by.length === 0 && !top && spans.length === 0;
  if (narrower && !other && read.ask.measure === both.ask.measure && isPlain(read.ask) && isPlain(both.ask))
    return { ...both, ask: { ...both.ask, narrower } };
  return { unknown: items.flatMap((item) => (item.is === 'value' && item.table ? [item.word] : [])) };
};

export const toBeIn = (request: string): string | undefined =>
  notYet.exec(request)?.[0] ?? /^אל (?=\p{Script=Hebrew})/u.exec(request.trim())?.[0];

/** A request as the pieces that one table makes of it. */
export const piecesOf = (
  request: string,
  sheet: Sheet,
  sheets: readonly Sheet[],
  today: string,
): { readonly items: readonly Item[]; readonly words: Words } => {
  const words = wordsOf(withoutPrefix(request, sheet), today);
  const lexicon = lexiconOf(sheet, sheets);
  const clauses = words.clauses.map((clause) => itemsOf(clause, lexicon));
  return { items: settled(withoutAsides(clauses)), words };
};

/** "Unvaccinated" of a column of yes and no that is called Vaccinated. */
const withoutPrefix = (request: string, { heads }: Sheet): string =>
  heads.reduce((text, { name, flag }) => {
    const word = name.replace(/[^\p{L}]+$/u, '');
    return flag && /^\p{Script=Latin}{4,}$/u.test(word) && !/^(?:paid|settled)$/iu.test(word)
      ? text.replace(new RegExp(`(?<![\\p{L}])un-?${word}(?![\\p{L}])`, 'giu'), `not ${word}`)
      : text;
  }, request);

const isSame = (a: Ask, b: Ask): boolean =>
  a.measure === b.measure && JSON.stringify(rowsFor(a)) === JSON.stringify(rowsFor(b));

/** "No test booked", "no receipt issued": the word behind the column says no more than the column. */
const settled = (items: readonly Item[]): readonly Item[] =>
  items.map((item, at): Item => {
    // "Who sold more, Noa or Amir": both, side by side.
    if (item.is === 'skip' && /^(?:more|less|fewer)$/u.test(item.word))
      return items.some(({ is }) => is === 'or')
        ? { is: 'versus', word: item.word }
        : { is: 'unknown', word: item.word };
    if (item.is !== 'unknown' && item.is !== 'money') return item;
    // "Haven't given us the consent form", "hasn't sent the deposit": the column says it.
    const ahead = items.slice(at + 1, at + 6).find(({ is }) => is !== 'skip' && is !== 'unknown');
    const denied = items.slice(0, at).findLast(({ is }) => is !== 'skip');
    if (
      isHandedOver.test(item.word) &&
      denied?.is === 'not' &&
      ahead?.is === 'column' &&
      ahead.heads.every(({ flag }) => flag)
    )
      return { is: 'skip', word: item.word };
    if (item.is !== 'unknown') return item;
    // "Has not booked any trip", of a table that only another one tells of.
    const joined = items.slice(at + 1, at + 5).find(({ is }) => is !== 'skip');
    if (denied?.is === 'not' && joined?.is === 'other') return { is: 'skip', word: item.word };
    // "Till it is paid", "until the end date": a column or a state says when.
    if (
      /^(?:till|until|עד)$/u.test(item.word) &&
      items.slice(at + 1, at + 5).some(({ is }) => is === 'state' || is === 'column')
    )
      return { is: 'skip', word: item.word };
    // "How many hours do they work", of a column of hours.
    if (
      /^(?:work|works|worked|working)$/u.test(item.word) &&
      items.some((each) => each.is === 'column' && each.heads.every(({ name }) => /hours|hrs/iu.test(name)))
    )
      return { is: 'skip', word: item.word };
    const before = items.slice(0, at).filter(({ is }) => is !== 'skip');
    const [not, column] = before.slice(-2);
    const next = items[at + 1];
    const isBehind = isSettled.test(item.word) && not?.is === 'not' && column?.is === 'column';
    // "Went out in May": where a day says when.
    const isGone =
      /^(?:out|יצאה?|יצאו)$/u.test(item.word) &&
      items[at + 1 + (items[at + 1]?.is === 'skip' ? 1 : 0)]?.is === 'span' &&
      (item.word !== 'out' || /^(?:went|gone|go|goes|going|sent)$/u.test(items[at - 1]?.word ?? ''));
    if (isGone) return { is: 'skip', word: item.word };
    const isBetween =
      /^(?:יצאה?|נשלחה?|ניתנה?|הוצאה)$/u.test(item.word) && column?.is === 'not' && next?.is === 'column';
    return isBehind || isBetween ? { is: 'skip', word: item.word } : item;
  });

const isHandedOver =
  /^(?:given|sent|signed|handed|returned|brought|filled|provided|submitted|completed|sorted|done|נתנו?|נתנה|החתימו|חתמו?|חתמה|הביאו?|הביאה|מסרו?|מסרה|שלחו?|שלחה)$/u;

export const compose = (items: readonly Item[], sheet: Sheet, words: Words, before?: Ask): Reading => {
  const conditions = conditionsOf(items, sheet, words, before);
  if ('unknown' in conditions) return conditions;
  const times = timesOf(items, sheet, words, conditions);
  if ('unknown' in times) return times;
  const score = conditions.score + times.score;
  const reading = measureOf(items, sheet, words, { ...conditions, ...times, score }, before);
  if ('unknown' in reading) return reading;
  const left = passedOver(items, conditions.used, reading.ask, before);
  return left === undefined ? reading : { unknown: [left] };
};

import type { Sub } from '../plan.ts';
import { isKnownWord, meaningOf, nearWords } from '../reading/lexicon.ts';
import { isAmount, isQuantityName } from '../reading/quantities.ts';
import type { Question, Reading } from '../reading/question.ts';
import { literal } from '../reading/quotes.ts';
import { nearestWords } from '../reading/spelling.ts';
import { type Asked, isNumeric, type Table } from '../rule.ts';
import { heldValues, readFor } from './table-vocabulary.ts';
import { wordQuestion } from './word-question.ts';

const mostWays = 3;

/**
 * Requests near to one that was not understood, each in plain words: with a slip of the finger mended, without the
 * words that mean nothing here, or for the rows whose names were said. Nobody guesses: a person picks one.
 */
export function* nearQuestions(asked: Asked, table: Table, unknown: readonly string[]): Sub<readonly string[]> {
  const found: string[] = [];
  const add = (question: Question) => {
    const worded = wordQuestion(question, table, asked.language);
    if (worded !== undefined && !found.includes(worded)) found.push(worded);
  };
  for (const rest of [...mended(asked.rest, unknown, table), without(asked.rest, unknown)]) {
    if (rest === asked.rest || rest === '') continue;
    const reading: Reading = yield* readFor({ ...asked, rest, asides: [] }, table);
    if ('question' in reading) add(reading.question);
    else for (const meaning of reading.unread.meanings ?? []) add(meaning);
  }
  // Of what is denied the names alone would be the opposite.
  if (found.length === 0 && !denies.test(asked.rest))
    for (const question of yield* ofNames(asked, table)) add(question);
  return found.slice(0, mostWays);
}

const denies =
  /(?<![\p{L}])(?:not|no|never|without|except|excluding|\p{L}+n['’]?t|לא|אין|בלי|ללא|חוץ|למעט)(?![\p{L}])/iu;

/** The words with each unknown one as it is spelt in the table or in the rules, where one alone is near, else without it. */
const mended = (rest: string, unknown: readonly string[], table: Table): readonly string[] => {
  const values = table.sample.flat().filter((value): value is string => typeof value === 'string');
  const names = [...table.columns.map(({ name }) => name), ...new Set(values)];
  let text = rest;
  for (const word of unknown) {
    const [only, other] = [...new Set([...nearWords(word), ...nearestWords(word, names)])];
    text = replaced(text, word, only === undefined || other !== undefined ? ' ' : only);
  }
  return unknown.length === 0 ? [] : [text.replace(/\s+/g, ' ').trim()];
};

const without = (rest: string, unknown: readonly string[]): string =>
  unknown
    .reduce((text, word) => replaced(text, word, ' '), rest)
    .replace(/\s+/g, ' ')
    .trim();

const replaced = (text: string, word: string, by: string): string =>
  text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${literal(word)}(?![\\p{L}\\p{N}])`, 'iu'), by);

/** As it stands, or as one of several: what was only made of a word by its ending was not said. */
const isSaid = (rest: string, value: string): boolean =>
  rest.toLowerCase().includes(value.toLowerCase()) && !isKnownWord(value);

/** What can be asked of the rows whose values were said, and of the columns. */
function* ofNames(asked: Asked, table: Table): Sub<readonly Question[]> {
  const held = yield* heldValues(asked, table);
  const byColumn = Map.groupBy(
    held.filter(({ value }) => value.length > 2 && meaningOf(value) === undefined && isSaid(asked.rest, value)),
    ({ column }) => column,
  );
  const where = [...byColumn].slice(0, 2).map(([column, values]) => ({
    column,
    operator: '=' as const,
    values: [...new Set(values.map(({ value }) => value))],
  }));
  if (where.length === 0) return [];
  const base: Question = { measures: [], by: [], where, order: [], columns: [] };
  const numeric = table.columns.filter(isNumeric).map(({ name }) => name);
  const measured = numeric.find(isAmount) ?? numeric.find(isQuantityName);
  const count: Question = { ...base, measures: [{ kind: 'count' }] };
  const sum: readonly Question[] =
    measured === undefined ? [] : [{ ...base, measures: [{ kind: 'sum', column: measured }] }];
  const isCounted = /(?<![\p{L}])(?:how many|כמה)(?![\p{L}])/iu.test(asked.rest);
  return isCounted ? [count, base, ...sum] : [base, ...sum, count];
}

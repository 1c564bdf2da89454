import type { Sub } from '../../plan.ts';
import { formsOf } from '../../reading/marks.ts';
import { isMoneyName, isQuantityName } from '../../reading/quantities.ts';
import { nearestWords } from '../../reading/spelling.ts';
import { isNumeric, sqlName, type Table } from '../../rule.ts';
import { columnWords } from '../add-row/atoms.ts';
import { everyRow } from '../row-edits.ts';
import { rowNamesOf } from '../table-vocabulary.ts';

/** A row of a table with what its cells say, by column. */
export type NamedRow = { readonly row: number; readonly cells: ReadonlyMap<string, string> };

const glue =
  /^(?:the|an?|of|for|row|line|entry|record|in|with|by|from|on|at|his|her|their|its|my|our|number|no|nr|client|customer|person|one|job|jobs|את|של|ה?שורה|מספר|עם|אצל|שלו|שלה|ב|ל)$/iu;
const isRemark = (name: string): boolean => /note|remark|comment|הער/iu.test(name);

/** The words that name a row, without small words; a hyphen or a dot inside one belongs to it. */
export const nameWords = (said: string): readonly string[] =>
  said
    .toLowerCase()
    .replace(/(?<=\p{L})(?:['’]s|s['’])(?=\s|$)/gu, '')
    .split(/[\s,]+/u)
    .map((word) => word.replace(/^["'(#]+|["').:;!?]+$/gu, ''))
    .filter((word) => word !== '' && !glue.test(word));

/** Every row with what its cells say. */
export function* allRows(table: Table): Sub<readonly NamedRow[]> {
  const names = table.columns.map(({ name }) => name);
  if (table.document)
    return table.document.rows.map(({ at, cells }) => ({
      row: at,
      cells: new Map(names.map((name, column) => [name, cells[column] ?? ''])),
    }));
  const query = `SELECT __row, ${names.map((name) => `CAST(${sqlName(name)} AS VARCHAR)`).join(', ')} FROM data_rows ORDER BY __row`;
  return (yield* everyRow(table, query)).map(
    ([row, ...values]): NamedRow => ({
      row: Number(row),
      cells: new Map(names.map((name, at) => [name, values[at] === null ? '' : String(values[at]).trim()])),
    }),
  );
}

/** The rows in which every word of the name stands. A remark names nobody, and a number must be the whole cell. */
export function* rowsNamed(table: Table, said: string): Sub<readonly NamedRow[]> {
  const nouns = new Set(
    [...rowNamesOf(table), ...table.columns.flatMap(({ name }) => columnWords(name))].flatMap(formsOf),
  );
  const all = nameWords(said);
  const columns = table.columns.filter(({ name }) => !isRemark(name));
  const rows = yield* allRows(table);
  const texts = columns.filter((column) => !isNumeric(column)).map(({ name }) => name);
  const vocabulary = new Set(rows.flatMap(({ cells }) => texts.flatMap((name) => wordsIn(cells.get(name) ?? ''))));
  const words = all
    .map((word) => knownWord(word, vocabulary))
    .filter((word) => !nouns.has(word) || vocabulary.has(word));
  const isFound = (word: string, { cells }: NamedRow) =>
    columns.some((column) => {
      const cell = (cells.get(column.name) ?? '').toLowerCase();
      if (/^\d+$/.test(word)) return cell === word && !isMoneyName(column.name) && !isQuantityName(column.name);
      return !isNumeric(column) && (cell === word || wordsIn(cell).includes(word));
    });
  return words.length === 0 ? [] : rows.filter((row) => words.every((word) => isFound(word, row)));
}

const wordsIn = (cell: string): readonly string[] =>
  cell
    .toLowerCase()
    .split(/[\s,/]+/u)
    .map((word) => word.replace(/[.;:]+$/u, ''));

/** "Kirkups" of Kirkup, and a long word with one slip of the finger. The answer names the row. */
const knownWord = (word: string, vocabulary: ReadonlySet<string>): string => {
  const bare = word.replace(/\.$/u, '');
  if (vocabulary.has(bare) || /\d/.test(bare)) return bare;
  if (/s$/u.test(bare) && vocabulary.has(bare.slice(0, -1))) return bare.slice(0, -1);
  const [near, other] = bare.length < 5 ? [] : nearestWords(bare, [...vocabulary]);
  return near !== undefined && other === undefined ? near : bare;
};

/**
 * What tells a row from all others of the table: one column where that is enough, else several. One value alone may be
 * of several rows, and a request that says it would change them all. Empty where nothing tells them apart.
 */
export function* keysOf(table: Table, { cells }: NamedRow): Sub<readonly (readonly [string, string])[]> {
  const rows = yield* allRows(table);
  const isOnly = (keys: readonly (readonly [string, string])[]) =>
    rows.filter((other) => keys.every(([name, value]) => small(other.cells.get(name)) === small(value))).length === 1;
  const named = table.columns.flatMap(({ name }): readonly (readonly [string, string])[] => {
    const value = cells.get(name) ?? '';
    return value === '' || isRemark(name) || isPassing.test(name) || isMoneyName(name) || isQuantityName(name)
      ? []
      : [[name, value]];
  });
  const pairs = named.flatMap((first, at) => named.slice(at + 1).map((second) => [first, second]));
  return [...named.map((each) => [each]), ...pairs, named].find(isOnly) ?? [];
}
/** How a thing stands today is no name for it. */
const isPassing = /status|state|stage|paid|סטטוס|מצב|שולם/iu;
const small = (value: string | undefined): string => (value ?? '').trim().toLowerCase();

/** The same as an answer says it. */
export function* keyOf(table: Table, row: NamedRow): Sub<readonly [string, string]> {
  const keys = yield* keysOf(table, row);
  const [first] = table.columns;
  const [[name, value] = [first?.name ?? '', row.cells.get(first?.name ?? '') ?? ''], ...more] = keys;
  return [name, [value, ...more.map(([, each]) => each)].join(', ')];
}

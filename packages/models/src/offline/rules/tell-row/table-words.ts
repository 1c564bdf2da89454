import type { Sub } from '../../plan.ts';
import { formsOf } from '../../reading/marks.ts';
import { isNumeric, type Table } from '../../rule.ts';
import { columnWords } from '../add-row/atoms.ts';
import { type ColumnFacts, factsOf } from '../add-row/column-facts.ts';
import { allRows, type NamedRow } from '../set-row/named-rows.ts';
import { placeOnSheet } from '../sheet-place.ts';
import { rowNamesOf } from '../table-vocabulary.ts';
import { type State, statesOf } from './states.ts';

/** What the words of a request can be in one table. */
export type TableWords = {
  readonly table: Table;
  readonly facts: readonly ColumnFacts[];
  readonly rows: readonly NamedRow[];
  /** Values of texts by how they are written, small. */
  readonly values: ReadonlyMap<string, readonly { readonly column: string; readonly value: string }[]>;
  /** Single words of those values, with the values that hold them. */
  readonly parts: ReadonlyMap<string, readonly { readonly column: string; readonly value: string }[]>;
  readonly heads: ReadonlyMap<string, readonly string[]>;
  readonly states: readonly State[];
  /** Words for the rows themselves. */
  readonly nouns: ReadonlySet<string>;
};

export const isRemark = (name: string): boolean => /note|remark|comment|הער/iu.test(name);

export function* wordsOfRows(table: Table): Sub<TableWords> {
  const place = table.kind === 'xlsx' ? yield* placeOnSheet(table) : undefined;
  const { facts } = yield* factsOf(table, place);
  const names = table.columns.map(({ name }) => name);
  const rows = yield* allRows(table);
  const texts = facts.filter(
    ({ name, isDay }) =>
      !isDay && !isRemark(name) && !table.columns.some((each) => each.name === name && isNumeric(each)),
  );
  const values = new Map<string, { column: string; value: string }[]>();
  const parts = new Map<string, { column: string; value: string }[]>();
  const put = (map: typeof values, key: string, column: string, value: string) => {
    const list = map.get(key) ?? [];
    if (!list.some((each) => each.column === column && each.value === value)) list.push({ column, value });
    map.set(key, list);
  };
  for (const { name } of texts)
    for (const { cells } of rows) {
      const value = cells.get(name) ?? '';
      if (value === '') continue;
      put(values, value.toLowerCase().replace(/\s+/gu, ' '), name, value);
      for (const word of wordsIn(value)) put(parts, word, name, value);
    }
  const heads = new Map<string, string[]>();
  const say = (word: string, name: string) => {
    const list = heads.get(word) ?? [];
    if (!list.includes(name)) list.push(name);
    heads.set(word, list);
  };
  for (const name of names) for (const word of columnWords(name)) say(word.replace(/ number$/u, ''), name);
  // One word of a longer head, where no other head has it.
  const single = names.map((name): readonly [string, readonly string[]] => [
    name,
    name.toLowerCase().match(/[\p{L}]{3,}/gu) ?? [],
  ]);
  for (const [name, words] of single)
    for (const word of words)
      if (!heads.has(word) && single.every(([other, its]) => other === name || !its.includes(word)))
        for (const form of formsOf(word)) if (!heads.has(form)) say(form, name);
  return {
    table,
    facts,
    rows,
    values,
    parts,
    heads,
    states: statesOf(table, facts, rows),
    nouns: new Set(
      rowNamesOf(table)
        .flatMap((name) => [name, ...name.split(/\s+/u)])
        .flatMap(formsOf),
    ),
  };
}

export const wordsIn = (cell: string): readonly string[] =>
  cell
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[\s,/()]+/u)
    .map((word) => word.replace(/^["']+|[.;:"]+$/gu, ''))
    .filter((word) => word !== '');

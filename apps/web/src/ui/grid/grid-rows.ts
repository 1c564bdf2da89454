import { compareValues, type GridColumn } from './grid-column.ts';

/** A row in its place, with what is being typed into one of its cells. */
export type SheetRow<Row> = { readonly key: string; readonly row: Row; readonly typed?: string };

export type GridSort = { readonly column: string; readonly descending: boolean };

/**
 * The keys in the order of a column, taken once: a row that is edited afterwards stays where it is, as in a
 * spreadsheet, and does not jump away from under the hand.
 */
export const sortedKeys = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  column: GridColumn<Row>,
  { descending }: GridSort,
  language: string,
): readonly string[] =>
  [...rows]
    .sort((a, b) => {
      const [first, second] = [column.value(a), column.value(b)];
      const isEmpty = (value: unknown) => value === null || value === '';
      // What is empty stays last both ways.
      if (isEmpty(first) || isEmpty(second)) return compareValues(first, second, language);
      return compareValues(first, second, language) * (descending ? -1 : 1);
    })
    .map(keyOf);

/** The rows in a remembered order; rows that came later stand at the end. */
export const inOrder = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  keys: readonly string[] | undefined,
): readonly SheetRow<Row>[] => {
  const all = rows.map((row) => ({ key: keyOf(row), row }));
  if (keys === undefined) return all;
  const rank = new Map(keys.map((key, at) => [key, at]));
  return all.toSorted((a, b) => (rank.get(a.key) ?? keys.length) - (rank.get(b.key) ?? keys.length));
};

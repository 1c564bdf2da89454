import { isoOf, readDay } from '../../reading/said-values.ts';
import { isNumeric } from '../../rule.ts';
import type { NamedRow } from '../set-row/named-rows.ts';
import type { TableWords } from './table-words.ts';

/** A column that was worked out from two others by hand: nights from two days, a total from nights and a rate. */
export type Relation = {
  readonly column: string;
  readonly from: readonly [string, string];
  readonly reckon: (a: number, b: number) => number;
};

const ways: readonly ((a: number, b: number) => number)[] = [(a, b) => a * b, (a, b) => a - b, (a, b) => a + b];
const fewest = 5;

/** What holds in nearly every row that has all three, and is no accident of a few. */
export const relationsOf = ({ table, facts, rows }: TableWords): readonly Relation[] => {
  const read = (name: string) => readerOf(name, facts.find((fact) => fact.name === name)?.isDay ?? false);
  const numbers = table.columns.filter(isNumeric).map(({ name }) => name);
  const days = facts.filter(({ isDay }) => isDay).map(({ name }) => name);
  const times = facts.filter(({ name }) => isTimes(rows, name)).map(({ name }) => name);
  const pairs = (names: readonly string[]) =>
    names.flatMap((a) => names.filter((b) => b !== a).map((b) => [a, b] as const));
  const found: Relation[] = [];
  for (const column of numbers) {
    const tried = [
      ...pairs(numbers.filter((name) => name !== column)).flatMap(([a, b]) =>
        ways.map((reckon, at) => ({ a, b, reckon, isTwice: at !== 1 && a > b })),
      ),
      ...[...pairs(days), ...pairs(times)].map(([a, b]) => ({
        a,
        b,
        reckon: (x: number, y: number) => x - y,
        isTwice: false,
      })),
    ];
    for (const { a, b, reckon, isTwice } of tried) {
      if (isTwice) continue;
      const full = rows.flatMap(({ cells }) => {
        const [c, x, y] = [Number(cells.get(column) || Number.NaN), read(a)(cells), read(b)(cells)];
        return [c, x, y].some(Number.isNaN) ? [] : [[c, x, y] as const];
      });
      const isFit = full.filter(([c, x, y]) => Math.abs(reckon(x, y) - c) < 0.011).length >= full.length * 0.95;
      const isTelling =
        new Set(full.map(([c]) => c)).size > 2 && full.some(([, x, y]) => x !== 0 && y !== 0) && full.length >= fewest;
      if (isFit && isTelling && full.length >= rows.length * 0.5) found.push({ column, from: [a, b], reckon });
    }
  }
  return found;
};

const readerOf =
  (name: string, isDay: boolean) =>
  (cells: NamedRow['cells']): number => {
    const cell = cells.get(name) ?? '';
    if (cell === '') return Number.NaN;
    const clock = /^(\d{1,2}):(\d\d)(?::\d\d)?$/.exec(cell);
    if (clock) return Number(clock[1]) + Number(clock[2]) / 60;
    if (!isDay) return Number(cell);
    const day = readDay(cell.replace(/[T ]00:00.*$/u, ''));
    return day?.year === undefined ? Number.NaN : Date.parse(isoOf({ ...day, year: day.year })) / 86_400_000;
  };
const isTimes = (rows: readonly NamedRow[], name: string): boolean => {
  const filled = rows.map(({ cells }) => cells.get(name) ?? '').filter((cell) => cell !== '');
  return filled.length > fewest && filled.every((cell) => /^\d{1,2}:\d\d(?::\d\d)?$/.test(cell));
};

/** The columns that have to follow when others of the row change, each worked out from the row as it will be. */
export const following = (
  relations: readonly Relation[],
  words: TableWords,
  row: NamedRow,
  changed: ReadonlyMap<string, string | number>,
): ReadonlyMap<string, number> => {
  const after = new Map([...row.cells, ...[...changed].map(([name, value]) => [name, String(value)] as const)]);
  const moved = new Map<string, number>();
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (const { column, from, reckon } of relations) {
      if (changed.has(column) || moved.has(column) || !from.some((name) => changed.has(name) || moved.has(name)))
        continue;
      const [x, y] = from.map((name) =>
        readerOf(name, words.facts.find((fact) => fact.name === name)?.isDay ?? false)(after),
      );
      const old = Number(row.cells.get(column) || Number.NaN);
      // Where it did not hold before, somebody wrote another number on purpose.
      const [u, v] = from.map((name) =>
        readerOf(name, words.facts.find((fact) => fact.name === name)?.isDay ?? false)(row.cells),
      );
      if (x === undefined || y === undefined || u === undefined || v === undefined || Number.isNaN(x + y + u + v + old))
        continue;
      if (Math.abs(reckon(u, v) - old) > 0.011) continue;
      const value = Math.round(reckon(x, y) * 100) / 100;
      if (value === old) continue;
      moved.set(column, value);
      after.set(column, String(value));
      isMoving = true;
    }
  }
  return moved;
};

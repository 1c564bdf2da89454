import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CellSpec, makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveCells } from '../../../fixtures/xlsx/naive-reader.ts';
import { diffXlsx } from '../diff/diff-xlsx.ts';
import { applyXlsxSubset } from './apply-subset.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-moved-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A row of a list: what tells it apart, a name that others may share, and an amount. */
type Row = { readonly id: string; readonly name: string; readonly amount: number };

const FIRST = 3;

/** A rate on top, a list below it whose last column calculates with its own row and the rate. */
const bookOf = (rows: readonly Row[], tail?: (last: number) => Readonly<Record<string, CellSpec>>): Buffer => {
  const cells: Record<string, CellSpec> = { A1: 'Rate', B1: 2, A2: 'Id', B2: 'Name', C2: 'Amount', D2: 'Total' };
  for (const [at, { id, name, amount }] of rows.entries()) {
    const row = FIRST + at;
    cells[`A${row}`] = id;
    cells[`B${row}`] = name;
    cells[`C${row}`] = amount;
    cells[`D${row}`] = { f: `C${row}*$B$1`, v: amount * 2 };
  }
  return makeBook({ sheets: [{ name: 'List', cells: { ...cells, ...tail?.(FIRST + rows.length - 1) } }] });
};

const changesOf = async (before: Buffer, after: Buffer) => {
  const result = await diffXlsx(before, after);
  if (!result.ok) throw new Error(result.error.message);
  return result.value.changes;
};

const applied = async (reference: Buffer, draft: Buffer, accepted: readonly string[]): Promise<Buffer> => {
  const stagingPath = join(folder, 'subset.xlsx');
  const result = await applyXlsxSubset({ reference, draft, accepted, stagingPath });
  if (!result.ok) throw new Error(`${result.error.reason}: ${result.error.message} ${result.error.candidates?.join()}`);
  return readFile(stagingPath);
};

type Changes = Awaited<ReturnType<typeof changesOf>>;

/** Some changes with everything they need. */
const closed = (changes: Changes, from: readonly string[]): readonly string[] => {
  const kept = new Set<string>();
  const keep = (id: string): void => {
    if (kept.has(id)) return;
    kept.add(id);
    for (const other of changes.find((change) => change.id === id)?.requires ?? []) keep(other);
  };
  for (const id of from) keep(id);
  return [...kept];
};

/** The rows of the list as a second reader sees them; each must calculate with itself. */
const rowsOf = (bytes: Buffer): readonly Row[] => {
  const cells = naiveCells(bytes, 'List');
  const numbers = [...cells.keys()].map((ref) => Number(ref.replace(/\D/g, ''))).filter((row) => row >= FIRST);
  return [...new Set(numbers)]
    .toSorted((a, b) => a - b)
    .flatMap((row) => {
      const value = (letter: string) => cells.get(`${letter}${row}`)?.value ?? '';
      if (value('A') === '') return [];
      expect(cells.get(`D${row}`)?.formula).toBe(`C${row}*$B$1`);
      return [{ id: value('A'), name: value('B'), amount: Number(value('C')) }];
    });
};

const tally = (rows: readonly Row[], key: (row: Row) => string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  return counts;
};

/** Each row is there as often as in one of the files, or between. */
const expectNoneLostOrDoubled = (
  before: readonly Row[],
  after: readonly Row[],
  made: readonly Row[],
  key: (row: Row) => string,
): void => {
  const [old, now, is] = [tally(before, key), tally(after, key), tally(made, key)];
  for (const each of new Set([...old.keys(), ...now.keys(), ...is.keys()])) {
    const bounds = [old.get(each) ?? 0, now.get(each) ?? 0];
    expect(is.get(each) ?? 0, each).toBeGreaterThanOrEqual(Math.min(...bounds));
    expect(is.get(each) ?? 0, each).toBeLessThanOrEqual(Math.max(...bounds));
  }
};

type Step =
  | { readonly step: 'move'; readonly from: number; readonly to: number }
  | { readonly step: 'swap'; readonly from: number; readonly to: number }
  | { readonly step: 'delete'; readonly from: number }
  | { readonly step: 'insert'; readonly to: number; readonly row: Row }
  | { readonly step: 'amount'; readonly from: number; readonly amount: number }
  | { readonly step: 'sort' };

const place = fc.nat({ max: 40 });
const amount = fc.integer({ min: 1, max: 9 });
const step = (row: fc.Arbitrary<Row>): fc.Arbitrary<Step> =>
  fc.oneof(
    fc.record({ step: fc.constant('move' as const), from: place, to: place }),
    fc.record({ step: fc.constant('swap' as const), from: place, to: place }),
    fc.record({ step: fc.constant('delete' as const), from: place }),
    fc.record({ step: fc.constant('insert' as const), to: place, row }),
    fc.record({ step: fc.constant('amount' as const), from: place, amount }),
    fc.record({ step: fc.constant('sort' as const) }),
  );

const edited = (rows: readonly Row[], steps: readonly Step[]): readonly Row[] => {
  const list = [...rows];
  const at = (number: number) => number % Math.max(1, list.length);
  for (const each of steps) {
    if (each.step === 'sort') list.sort((a, b) => a.amount - b.amount || (a.id < b.id ? -1 : 1));
    else if (each.step === 'insert') list.splice(at(each.to), 0, each.row);
    else if (list.length === 0) continue;
    else if (each.step === 'delete') list.splice(at(each.from), 1);
    else if (each.step === 'amount') list[at(each.from)] = { ...(list[at(each.from)] as Row), amount: each.amount };
    else if (each.step === 'move') {
      const [row] = list.splice(at(each.from), 1);
      if (row) list.splice(each.to % (list.length + 1), 0, row);
    } else {
      const [a, b] = [at(each.from), at(each.to)];
      [list[a], list[b]] = [list[b] as Row, list[a] as Row];
    }
  }
  return list;
};

const check = async (
  before: readonly Row[],
  after: readonly Row[],
  coin: fc.Stream<boolean>,
  key: (row: Row) => string,
): Promise<void> => {
  const [reference, draft] = [bookOf(before), bookOf(after)];
  const changes = await changesOf(reference, draft);
  const all = changes.map(({ id }) => id);
  expect((await applied(reference, draft, [])).equals(reference)).toBe(true);
  if (all.length > 0) expect((await applied(reference, draft, all)).equals(draft)).toBe(true);
  // Cells of one row are chosen together: a row that is taken by halves is what its reader asked for.
  const rowOf = (id: string) => /^(?:cell|format):(.*![A-Z]+)(\d+)$/.exec(id)?.[2] ?? id;
  const chosen = new Map([...new Set(all.map(rowOf))].map((row) => [row, coin.next().value]));
  const some = closed(
    changes,
    all.filter((id) => chosen.get(rowOf(id))),
  );
  const made = rowsOf(await applied(reference, draft, some));
  expectNoneLostOrDoubled(before, after, made, key);
};

const whole = ({ id, name, amount: sum }: Row): string => `${id} ${name} ${sum}`;

test('no closed choice loses or doubles a row that was moved, sorted, deleted or inserted', async () => {
  // Few different rows, so that many are equal.
  const row = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), name: fc.constantFrom('x', 'y'), amount });
  const moves = step(row).filter(({ step: kind }) => kind !== 'amount');
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 2, maxLength: 9 }),
      fc.array(moves, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.boolean()),
      (before, steps, coin) => check(before, edited(before, steps), coin, whole),
    ),
    { numRuns: 60 },
  );
}, 120_000);

test('no closed choice loses or doubles what a row stands for when rows move and change as well', async () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 12 });
  const fresh = fc.integer({ min: 100, max: 999 }).map((id): Row => ({ id: `n${id}`, name: 'new', amount: 5 }));
  await fc.assert(
    fc.asyncProperty(
      ids,
      fc.uniqueArray(fresh, { maxLength: 3, selector: ({ id }) => id }),
      fc.array(step(fresh), { minLength: 1, maxLength: 6 }),
      fc.infiniteStream(fc.boolean()),
      async (numbers, _, steps, coin) => {
        const before = numbers.map((id): Row => ({ id: `r${id}`, name: `Name ${id}`, amount: id }));
        const once = steps.filter(
          (each, at) =>
            each.step !== 'insert' ||
            steps.findIndex((other) => other.step === 'insert' && other.row.id === each.row.id) === at,
        );
        await check(before, edited(before, once), coin, ({ id }) => id);
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);

const list = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at): Row => ({ id, name: `Name ${id}`, amount: (at + 1) * 10 }));
const moved = [...list.slice(1, 5), list[0] as Row, ...list.slice(5)];

test('formulas that follow a row to its new place go with it and are no changes of their own', async () => {
  // The row of `a` was cut and inserted below: what names its cells names them there.
  const before = bookOf(list, (last) => ({ F1: { f: 'C3*2', v: 20 }, F2: { f: `SUM($C$4,C${last})`, v: 80 } }));
  const after = bookOf(moved, (last) => ({ F1: { f: 'C7*2', v: 20 }, F2: { f: `SUM($C$3,C${last})`, v: 80 } }));
  expect((await changesOf(before, after)).map(({ id }) => id)).toEqual(['rows']);
});

test('a formula that was changed where a row moved is a change that needs the move', async () => {
  const before = bookOf(list, () => ({ F1: { f: 'C3*2', v: 20 } }));
  const after = bookOf(moved, () => ({ F1: { f: 'C7*3', v: 30 } }));
  expect(await changesOf(before, after)).toMatchObject([
    { id: 'rows', requires: [] },
    { id: 'cell:List!F1', requires: ['rows'] },
  ]);
  // Without it, the formula still names the row that moved.
  const kept = naiveCells(await applied(before, after, ['rows']), 'List');
  expect(kept.get('F1')?.formula).toBe('C7*2');
});

test('equal rows that change places among others are told as moved and stay as many', async () => {
  const [a, b] = [list[0] as Row, list[1] as Row];
  const [before, after] = [
    [a, a, b, b],
    [b, b, a, a, list[4] as Row],
  ].map((rows) => bookOf(rows)) as [Buffer, Buffer];
  const result = await diffXlsx(before, after);
  expect(result.ok && result.value.stats).toMatchObject({ rows_moved: 2, rows_inserted: 1, values: 0 });
});

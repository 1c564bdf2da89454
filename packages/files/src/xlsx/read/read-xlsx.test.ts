import { describe, expect, test } from 'vitest';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveCells } from '../../../fixtures/xlsx/naive-reader.ts';
import * as books from '../../../fixtures/xlsx/plain-books.ts';
import { type ReadOptions, readXlsx, type XlsxAnswer } from './read-xlsx.ts';

const read = async (bytes: Buffer, options: ReadOptions = {}): Promise<XlsxAnswer> => {
  const result = await readXlsx(bytes, options);
  if (!result.ok) throw new Error(`${result.error.reason}: ${result.error.message}`);
  return result.value;
};
const reasonOf = async (bytes: Buffer, options: ReadOptions) => {
  const result = await readXlsx(bytes, options);
  return result.ok ? 'ok' : result.error.reason;
};
/** Row numbers of an answer's lines. */
const rowsIn = (text: string) => [...text.matchAll(/^(\d+)\t/gm)].map(([, row]) => Number(row));
const linesOf = (text: string) => text.split('\n').filter((line) => /^\d+\t/.test(line));

/** Follows `next` from the first answer to the end. */
const walk = async (bytes: Buffer, first: ReadOptions): Promise<XlsxAnswer[]> => {
  const answers = [await read(bytes, first)];
  for (let next = answers[0]?.chunk_info?.next; next; next = answers.at(-1)?.chunk_info?.next) {
    answers.push(await read(bytes, next));
    if (answers.length > 500) throw new Error('the walk does not end');
  }
  return answers;
};

test('[FL-03] following next from the start shows every row once and no empty window', async () => {
  const bytes = books.bank();
  const expected = [...naiveCells(bytes, 'Statement').values()]
    .filter(({ value }) => value !== '')
    .map(({ ref }) => Number(/\d+/.exec(ref)?.[0]));
  const answers = await walk(bytes, {});
  expect(answers.flatMap(({ text }) => rowsIn(text))).toEqual([...new Set(expected)].toSorted((a, b) => a - b));
  expect(answers.every(({ text }) => rowsIn(text).length > 0)).toBe(true);
  expect(answers[0]?.chunk_info).toMatchObject({ chunk_index: 0, total_chunks: 4, has_more: true, total: 180 });
});

test('[FL-06] a range alone reads the only visible sheet', async () => {
  const answer = await read(books.hebrew(), { range: 'A1:B2' });
  expect(answer).toEqual({ text: '# Sheet: תקציב A1:B2\n\tA\tB\n1\tסעיף\tסכום\n2\tצילום\t1200\n', warnings: [] });
});

test('[FL-07] among several sheets a bare range reads the first visible one and says so', async () => {
  const answer = await read(books.multiSheet(), { range: 'A1:B3' });
  expect(answer.text).toBe('# Sheet: Q 1 A1:B3\n\tA\tB\n1\tName\tValue\n2\tone\t1\n3\ttwo\t2\n');
  expect(answer.warnings).toEqual(['sheet_defaulted:Q 1']);
});

test('[FL-08] prefixes, tables, names and open ranges find their cells; a contradiction is refused', async () => {
  const bytes = books.multiSheet();
  expect(linesOf((await read(bytes, { range: "'Q 1'!B2:C3" })).text)).toEqual(['2\t1\t=B2*2 ⇒ 2', '3\t2\t=B3*2 ⇒ 4']);
  expect(linesOf((await read(bytes, { range: 'rates' })).text)).toEqual(['2\t1', '3\t2']);
  expect((await read(bytes, { range: 'Local', sheet: 'Second' })).text).toContain('1\tsecond');
  expect((await read(bytes, { range: 'Stock' })).text).toContain('# Sheet: Third');
  expect(linesOf((await read(bytes, { sheet: 'Third', range: 'A10:D' })).text)).toEqual(['12\t5', '14\t\t\t\t6']);
  expect(await reasonOf(bytes, { sheet: 'Second', range: "'Q 1'!A1" })).toBe('bad_selector');
  expect(await reasonOf(bytes, { sheet: 'Nope' })).toBe('unknown_sheet');
  expect(await reasonOf(bytes, { range: 'A1:B2:C3' })).toBe('bad_range');
});

test('[FL-09] a request beyond the budget gives the longest run of whole rows and where it goes on', async () => {
  const cells = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, row) =>
      Array.from({ length: 20 }, (_, column) => [`${String.fromCharCode(65 + column)}${row + 1}`, row * 20 + column]),
    ).flat(),
  );
  const bytes = makeBook({ sheets: [{ name: 'Wide', cells }] });
  const answer = await read(bytes, { range: 'A1:T5000' });
  const shown = rowsIn(answer.text).at(-1) ?? 0;
  expect(answer.text.length).toBeLessThanOrEqual(24_000);
  expect(answer.chunk_info).toMatchObject({ has_more: true, range: `A1:T${shown}`, returned: shown, total: 5_000 });
  expect(answer.chunk_info?.next).toEqual({ sheet: 'Wide', range: `A${shown + 1}:T5000` });
  const oneMore = await read(bytes, { range: `A${shown + 1}:T${shown + 1}` });
  expect(answer.text.length + (linesOf(oneMore.text)[0]?.length ?? 0)).toBeGreaterThan(23_700);
  const all = await walk(bytes, { range: 'A1:T5000' });
  expect(all.flatMap(({ text }) => linesOf(text))).toEqual(
    Array.from({ length: 5_000 }, (_, row) =>
      [row + 1, ...Array.from({ length: 20 }, (_, column) => row * 20 + column)].join('\t'),
    ),
  );
});

describe('what an answer shows', () => {
  test('shared formulas are told out for their cell, also when their first cell is above the range', async () => {
    const bytes = books.sharedFormulas();
    expect(linesOf((await read(bytes, { sheet: 'Shared', range: 'B5:C5' })).text)).toEqual([
      '5\t=A5*2 ⇒ 8\t=SUM(B$2:B5) ⇒ 20',
    ]);
    expect(linesOf((await read(bytes, { sheet: 'Shared', range: 'B5', view: 'formulas' })).text)).toEqual(['5\t=A5*2']);
    expect(linesOf((await read(bytes, { sheet: 'Shared', range: 'B5', view: 'values' })).text)).toEqual(['5\t8']);
  });

  test('the header above a range is repeated', async () => {
    expect((await read(books.bank(), { range: 'A60:E61' })).text).toContain(
      'hdr\tDate\tDescription\tReference\tAmount\tBalance\n60\t',
    );
  });

  test('dates follow the number format and the date system', async () => {
    expect(linesOf((await read(books.date1904(), { range: 'A2:B3' })).text)).toEqual([
      '2\t2024-01-01\t2024-01-01T12:00:00',
      '3\t1904-01-01',
    ]);
  });

  test('a range is clipped to what is used; outside there is nothing and it says so', async () => {
    expect((await read(books.bank(), { range: 'A175:Z900' })).text).toContain('# Sheet: Statement A175:H180\n');
    expect(await read(books.bank(), { range: 'Y1:Z9' })).toEqual({
      text: '# Sheet: Statement Y1:Z9\n',
      warnings: ['outside_used_range'],
    });
  });

  test('tabs, newlines and backslashes stay within their cell; merges and hidden rows are noted', async () => {
    const bytes = makeBook({
      sheets: [
        {
          name: 'S',
          cells: { A1: 'a\tb\\c\nd', A3: { f: 'A1', s: 0 }, B3: 1 },
          rows: { 3: 'hidden="1"' },
          tail: '<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>',
        },
      ],
    });
    expect((await read(bytes, { range: 'A1:B3' })).text).toBe(
      '# Sheet: S A1:B3\n\tA\tB\n1\ta\\tb\\\\c\\nd\n3\t=A1 ⇒ ?\t1\nmerged: A1:B2\nhidden rows: 3\n',
    );
  });
});

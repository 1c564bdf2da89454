import type { JsonObject } from '@atelier/kernel/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLarge, recallPiece, receiptOf, receiptThreshold } from './receipt.ts';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test('a table becomes its shape and its first five rows', () => {
  const rows = Array.from({ length: 300 }, (_, at) => [at, `town ${at}`]);
  const result = { ok: true, columns: ['n', 'town'], rows, has_more: true };
  expect(isLarge(result)).toBe(true);
  expect(receiptOf(result, 7)).toMatchObject({
    entry_id: 7,
    rows: 300,
    columns: ['n', 'town'],
    has_more: true,
    first_rows: rows.slice(0, 5),
  });
});

test('text becomes its number of lines and the first twenty', () => {
  const text = Array.from({ length: 500 }, (_, at) => `line ${at}`).join('\n');
  const receipt = receiptOf({ ok: true, text, chunk_info: { next: { line_start: 501 } } }, 2) as JsonObject & {
    first_lines: string[];
  };
  expect(receipt).toMatchObject({ lines: 500, has_more: true });
  expect(receipt.first_lines).toHaveLength(20);
});

test('no receipt is larger than what it is for', () => {
  const cell = fc.oneof(fc.string({ maxLength: 4000, unit: 'grapheme' }), fc.integer());
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 40 }), { maxLength: 30 }), (rows) => {
      const columns = Array.from({ length: rows.length * 20 }, (_, at) => `${'עמודה '.repeat(at % 9)}${at}`);
      expect(bytes(receiptOf({ ok: true, columns, rows }, 1))).toBeLessThanOrEqual(receiptThreshold);
    }),
    { numRuns: 60 },
  );
});

test('a recalled result comes back whole, in pieces of at most 16 KiB that cut no character', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60, unit: 'grapheme' }),
      fc.integer({ min: 1, max: 900 }),
      fc.option(fc.integer({ min: 1, max: 40_000 })),
      (word, times, limit) => {
        const stored = word.repeat(times);
        let whole = '';
        for (let offset: number | null = 0; offset !== null; ) {
          const piece = recallPiece(stored, offset, limit) as { text: string; next_offset: number | null };
          expect(Buffer.byteLength(piece.text)).toBeLessThanOrEqual(16 * 1024);
          expect(piece.text.isWellFormed()).toBe(true);
          whole += piece.text;
          offset = piece.next_offset;
        }
        expect(whole).toBe(stored);
      },
    ),
    { numRuns: 40 },
  );
});

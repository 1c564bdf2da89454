import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook } from '../../../files/fixtures/xlsx/book.ts';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  const orders = [1, 2, 3, 4].flatMap((at) => [
    [`A${at + 1}`, ['North', 'South'][at % 2] ?? ''] as const,
    [`B${at + 1}`, at] as const,
    [`C${at + 1}`, 10] as const,
    [`D${at + 1}`, { f: `B${at + 1}*C${at + 1}` }] as const,
  ]);
  desk = await openDesk(async (put) => {
    put(
      'orders.xlsx',
      makeBook({
        sheets: [
          {
            name: 'Orders',
            cells: { A1: 'Region', B1: 'Qty', C1: 'Price', D1: 'Total', ...Object.fromEntries(orders) },
          },
          {
            name: 'Targets',
            cells: { A1: 'Region', B1: 'Target', A2: 'North', B2: 500, A3: 'South', B3: 400 },
          },
        ],
      }),
    );
  });
});
afterAll(() => desk.close());

test.each(['What is the sum of Total by Region in orders.xlsx?', 'total Total by Region', 'average Total'])(
  'what no program has calculated is not looked for on another sheet: %s',
  async (request) => {
    const { text, changed } = await desk.ask(request);
    expect([isRefusal(text), changed]).toEqual([true, []]);
    expect(text).toContain('Total in orders.xlsx (Orders) has no stored values.');
  },
);

test('columns that hold numbers are added up beside it', async () => {
  const { text } = await desk.ask('total Qty by Region');
  expect(text).toContain('Total Qty by Region (over all 4 rows in orders.xlsx (Orders))');
});

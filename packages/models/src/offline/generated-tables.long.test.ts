import { expect, test } from 'vitest';
import { type GeneratedOrder, generateOrders } from '../testing/generated-orders.ts';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';

/** What a request may say if it says anything: every line of it, as a number or a text that must stand in the answer. */
type Case = {
  readonly request: string;
  readonly truth: (rows: readonly GeneratedOrder[]) => readonly (string | number)[] | 'refused';
};

const plain = (text: string): string => text.trim().toLowerCase();
const sum = (rows: readonly GeneratedOrder[]): number => rows.reduce((all, { amount }) => all + (amount ?? 0), 0);
const dogs = (rows: readonly GeneratedOrder[]) => rows.filter(({ kind }) => plain(kind) === 'dog');
const open = (rows: readonly GeneratedOrder[]) => rows.filter(({ status }) => plain(status) === 'open');
const isYes = ({ collected }: GeneratedOrder) => ['yes', 'y'].includes(plain(collected));
const isNo = ({ collected }: GeneratedOrder) => ['no', 'n'].includes(plain(collected));
/** Cells that say neither are not counted, and the answer says so. */
const unsaid = (rows: readonly GeneratedOrder[]) =>
  rows.some(({ collected }) => collected === '') ? ['Collected also says nothing'] : [];
const longer = (rows: readonly GeneratedOrder[]) =>
  rows.some(({ notes }) => notes === 'cancelled by phone') ? ['cancelled by phone'] : [];
const paidBy = (rows: readonly GeneratedOrder[], name: string) =>
  rows.filter(({ client, status }) => client === name && status === 'Paid').length;
const byKind = (rows: readonly GeneratedOrder[]) => {
  const kinds = new Map<string, number>();
  for (const { kind, qty } of rows) kinds.set(plain(kind), (kinds.get(plain(kind)) ?? 0) + qty);
  return [...kinds.values()];
};
const cancelled = (rows: readonly GeneratedOrder[]) => rows.filter(({ notes }) => notes === 'cancelled');
const latest = (rows: readonly GeneratedOrder[]) => {
  const last = rows
    .map(({ day }) => day)
    .toSorted()
    .at(-1);
  return rows.filter(({ day }) => day === last).map(({ ref }) => ref);
};
const march = (rows: readonly GeneratedOrder[]) => rows.filter(({ day }) => day.startsWith('2025-03'));

const cases: readonly Case[] = [
  { request: 'how many dogs are there?', truth: (rows) => [dogs(rows).length] },
  { request: 'כמה שורות יש שבהן Kind היא Dog?', truth: (rows) => [dogs(rows).length] },
  { request: 'total Amount of the open orders', truth: (rows) => [sum(open(rows))] },
  { request: 'how many orders are open and what is the sum?', truth: (rows) => [open(rows).length, sum(open(rows))] },
  { request: 'how many orders were collected?', truth: (rows) => [rows.filter(isYes).length, ...unsaid(rows)] },
  { request: 'which orders are not collected?', truth: (rows) => [rows.filter(isNo).length, ...unsaid(rows)] },
  { request: 'מי לא Collected?', truth: (rows) => [rows.filter(isNo).length] },
  { request: 'who has not collected the Amount?', truth: (rows) => [rows.filter(isNo).length] },
  { request: 'how many cancelled orders are there?', truth: (rows) => [cancelled(rows).length, ...longer(rows)] },
  { request: 'total Qty by Kind', truth: byKind },
  { request: 'סה״כ Qty לפי Kind', truth: byKind },
  { request: 'what is the latest order?', truth: latest },
  { request: 'total Amount in March 2025', truth: (rows) => [sum(march(rows))] },
  { request: 'how many orders did Ann Hall pay?', truth: () => 'refused' },
  { request: 'has Ben Ortiz paid?', truth: (rows) => [paidBy(rows, 'Ben Ortiz')] },
  { request: 'how many orders are overdue?', truth: () => 'refused' },
  { request: 'total Amount of the row with the highest Qty', truth: () => 'refused' },
];
/** Asked only where days can be told: else nothing may be said. */
const timely = /latest|March/;

const numbersIn = (text: string): readonly number[] =>
  (text.match(/-?\d[\d,]*(?:\.\d+)?/g) ?? []).map((each) => Number(each.replaceAll(',', '')));

const seeds = Array.from({ length: 10 }, (_, at) => at + 1);

test('no answer about a table made by chance says anything that is not so', { timeout: 1_200_000 }, async () => {
  const desk = await openDesk(async (put) => put('notes.txt', Buffer.from('Plan\n')));
  const wrong: string[] = [];
  const answered = new Map<string, number>();
  for (const seed of seeds) {
    const { csv, rows, isUnclear } = generateOrders(seed);
    for (const { request, truth } of cases) {
      const { text } = await desk.askWith({ 'orders.csv': Buffer.from(csv) }, request);
      if (isRefusal(text)) continue;
      answered.set(request, (answered.get(request) ?? 0) + 1);
      const expected = isUnclear && timely.test(request) ? 'refused' : truth(rows);
      const found = numbersIn(text);
      const isSaid = (each: string | number) =>
        typeof each === 'string' ? text.includes(each) : found.some((number) => Math.abs(number - each) < 0.006);
      const isNone = /^(?:None|אף אחת)/u.test(text) && Array.isArray(expected) && Number(expected[0]) === 0;
      if (!isNone && (expected === 'refused' || !expected.every(isSaid)))
        wrong.push(`${seed} ${request} → ${text}\n  expected ${JSON.stringify(expected)}`);
    }
  }
  await desk.close();
  expect(wrong).toEqual([]);
  // It must not be right by refusing everything: most of these are answered on most tables.
  const asked = cases.filter(({ truth }) => truth([]) !== 'refused').length * seeds.length;
  const done = [...answered.values()].reduce((all, each) => all + each, 0);
  expect(done / asked).toBeGreaterThan(0.6);
});

test('rows are deleted that the words name, and none where they may name others too', {
  timeout: 600_000,
}, async () => {
  const desk = await openDesk(async (put) => put('notes.txt', Buffer.from('Plan\n')));
  for (const seed of seeds) {
    const { csv, rows } = generateOrders(seed);
    const { text, changed, read } = await desk.askWith(
      { 'orders.csv': Buffer.from(csv) },
      'delete the cancelled orders',
    );
    const isUnclear = longer(rows).length > 0 && cancelled(rows).length > 0;
    if (isRefusal(text)) {
      expect([seed, changed]).toEqual([seed, []]);
      continue;
    }
    expect([seed, isUnclear]).toEqual([seed, false]);
    const left = csv.split('\n').filter((line) => !line.endsWith(',cancelled'));
    expect([seed, read('orders.csv').toString()]).toEqual([seed, left.join('\n')]);
  }
  await desk.close();
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFiles, createFileWorkers, type FileWorkers } from '@atelier/files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasSoffice, sheetsAsCsv } from '../../../../files/fixtures/lib/soffice.ts';
import { billOfQuantities } from '../../core/documents/sheets/bill-of-quantities.ts';
import { planWorkbook } from '../../core/documents/sheets/plan-sheet.ts';
import { purchaseWorkbook } from '../../core/documents/sheets/purchase-sheet.ts';
import { quoteWorkbook } from '../../core/documents/sheets/quote-sheet.ts';
import type { Workbook } from '../../core/documents/sheets/workbook.ts';
import { novaQuote, novaState, working } from '../../core/quote/testing/nova.ts';
import { purchaseList } from '../../core/schedule/purchase-list.ts';
import { scheduleOf } from '../../core/schedule/schedule.ts';
import { aMaterial, aTask, aWork } from '../../core/testing/records.ts';
import { workbookToXlsx } from './workbook-file.ts';

let folder = '';
let workers: FileWorkers;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'studio-xlsx-'));
  workers = createFileWorkers(folder);
});
afterAll(async () => {
  await workers.close();
  await rm(folder, { recursive: true, force: true });
});

const written = async (workbook: Workbook): Promise<Buffer> =>
  Buffer.from(await workbookToXlsx(workbook, async (host) => createFiles(host, workers)));

/** Halves of an agora, which binary fractions cannot hold, and a night's work. */
const awkward = [
  aMaterial('mat_80', { elementId: 'el_5', qtyMilli: 1_005, unitCostMinor: 100, wasteBps: 0, unit: 'm' }),
  aMaterial('mat_81', { elementId: 'el_5', qtyMilli: 1_500, unitCostMinor: 35, wasteBps: 0, unit: 'm' }),
  aMaterial('mat_82', { elementId: null, qtyMilli: 2_675, unitCostMinor: 100, wasteBps: 0, label: { he: '=1+1' } }),
  aWork('wrk_80', {
    elementId: 'el_1',
    pricing: { mode: 'hourly', minutes: 90, crew: 2, rateMinorPerHour: 13_333, factorBps: 15_000 },
  }),
];

const numberIn = (cell: string | undefined): number => Math.round(Number(cell) * 100);
const lastRow = (rows: readonly string[][]): string[] => rows.findLast((row) => row.some((cell) => cell !== '')) ?? [];

test.runIf(hasSoffice)(
  '[ST-82] plan, bill of quantities and purchase list, right to left: LibreOffice computes our totals',
  async () => {
    const state = novaState(
      ...awkward,
      aTask('tsk_1', { title: { he: 'ייצור קיר' }, estimateMin: 960, sectionId: 'sec_2' }),
      aMaterial('mat_4', {
        elementId: 'el_1',
        label: { he: 'אותיות PVC' },
        unit: 'set',
        qtyMilli: 1_000,
        unitCostMinor: 185_000,
        supplier: 'Sign & Co',
        taskIds: ['tsk_1'],
        purchase: { status: 'ordered' },
      }),
      aTask('tsk_2', { title: { he: 'התקנה' }, estimateMin: 250, crew: 2, dependsOn: ['tsk_1'], trade: 'install' }),
    );
    const quote = working(state);
    const list = purchaseList(state.records);
    const shown = await sheetsAsCsv(
      {
        boq: await written(billOfQuantities(state.records, quote, 'he')),
        plan: await written(planWorkbook(state.records, scheduleOf(state.records), 'he')),
        purchase: await written(purchaseWorkbook(list, state.records, 'he')),
      },
      { asShown: false },
    );
    const { accounting } = quote.inputs;
    const direct = accounting.perElement.reduce((all, each) => all + Number(each.directMinor), 0);
    const summary = shown('boq', 'סיכום');
    expect(numberIn(lastRow(summary)[4])).toBe(direct);
    for (const [code, id] of [
      ['E1', 'el_1'],
      ['E4', 'el_4'],
      ['E5', 'el_5'],
      ['G', null],
    ] as const)
      expect([code, numberIn(summary.find(([first]) => first === code)?.[4])]).toEqual([
        code,
        Number(accounting.perElement.find(({ elementId }) => elementId === id)?.directMinor),
      ]);
    const pricing = shown('boq', 'תמחור').filter((row) => row.some((cell) => cell !== ''));
    expect(pricing.slice(-6).map((row) => numberIn(row[6]))).toEqual(
      [
        quote.priced.beforeDiscountMinor,
        quote.priced.discountMinor,
        quote.priced.roundingMinor,
        quote.priced.subtotalMinor,
        quote.priced.vatMinor,
        quote.priced.totalMinor,
      ].map(Number),
    );
    const plan = shown('plan', 'תוכנית');
    expect(lastRow(plan)[8]).toBe('24.33');
    expect(plan.find(([, , task]) => task === 'התקנה')?.slice(8, 12)).toEqual([
      '8.33',
      '1',
      '2026-06-16',
      '2026-06-16',
    ]);
    expect(lastRow(shown('plan', 'שעות'))[1]).toBe('24.33');
    const purchases = shown('purchase', 'רשימת רכש');
    expect(numberIn(lastRow(purchases)[7])).toBe(list.reduce((all, { costMinor }) => all + costMinor, 0));
    expect(purchases.filter(([first]) => first === 'סך הספק').map((row) => numberIn(row[7]))).toEqual(
      list.map(({ costMinor }) => costMinor),
    );
    expect(purchases.find(([first]) => first === 'אותיות PVC')?.slice(8, 10)).toEqual(['הוזמן', '2026-06-11']);
    // A label that looks like a formula is a label.
    expect(shown('boq', 'חומרים').some(([, label]) => label === '=1+1')).toBe(true);
  },
);

test.runIf(hasSoffice)('pricing by margin, with a discount, rounded as a whole, comes to our total', async () => {
  const state = novaState(...awkward);
  const { policy } = state;
  if (!policy) throw new Error('no policy');
  state.policy = {
    ...policy,
    marginMode: 'margin',
    marginBps: 2_250,
    discount: { bps: 333 },
    rounding: { unitMinor: 5_000, mode: 'up', apply: 'total' },
    spreadGeneral: true,
  };
  const quote = working(state);
  const shown = await sheetsAsCsv(
    {
      boq: await written(billOfQuantities(state.records, quote, 'en')),
      quote: await written(quoteWorkbook(novaQuote('both'))),
    },
    { asShown: false },
  );
  const pricing = shown('boq', 'Pricing').filter((row) => row.some((cell) => cell !== ''));
  expect(numberIn(pricing.at(-1)?.[6])).toBe(Number(quote.priced.totalMinor));
  for (const sheet of ['הצעת מחיר he', 'Quote en'])
    expect(shown('quote', sheet).some((row) => numberIn(row[4]) === 4_201_980)).toBe(true);
});

test('the sheets of a Hebrew workbook run from right to left, and carry their values', async () => {
  const state = novaState();
  const { createMemoryHost } = await import('@atelier/files');
  const host = createMemoryHost();
  host.put('book.xlsx', await written(billOfQuantities(state.records, working(state), 'he')));
  const files = createFiles(host, workers);
  const map = await files.call('get_file_map', { path: 'book.xlsx' });
  expect(JSON.stringify(map).match(/"right_to_left":true/g)).toHaveLength(4);
  const read = await files.call('read_file', { path: 'book.xlsx', sheet: 'תמחור', range: 'A10:G20' });
  expect(read.ok && String(read.text)).toContain('42019.8');
});

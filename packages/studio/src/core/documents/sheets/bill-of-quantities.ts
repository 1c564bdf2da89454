import type { Element, MaterialLine, WorkLine } from '../../domain/entities.ts';
import type { Lang } from '../../domain/primitives.ts';
import { liveOf, type Records } from '../../fold/records.ts';
import type { WorkingQuote } from '../../quote/working-quote.ts';
import { unitWords } from '../../words/units.ts';
import { said } from '../format.ts';
import { pricingSheet } from './pricing-sheet.ts';
import { sheetWords, tradeWords } from './sheet-words.ts';
import { addressOf, inUnits, quoted, type Sheet, type SheetRow, type Workbook } from './workbook.ts';

/** An element with the code by which the sheets refer to it: names may hold what a formula would take for a pattern. */
export type Coded = { readonly id: string | null; readonly code: string; readonly name: string };

/** The costs of a project as a workbook that counts them itself. For the studio, never for a client. */
export const billOfQuantities = (records: Records, quote: WorkingQuote | undefined, lang: Lang): Workbook => {
  const materials = liveOf(records.materialLine);
  const works = liveOf(records.workLine);
  const coded = codesOf(records, materials, works, lang);
  const codeOf = new Map(coded.map(({ id, code }) => [id, code]));
  const materialSheet = materialsSheet(materials, coded, codeOf, lang);
  const workSheet = worksSheet(works, coded, codeOf, lang);
  return {
    sheets: [
      summarySheet(coded, materialSheet, workSheet, lang),
      materialSheet,
      workSheet,
      ...(quote ? [pricingSheet(quote, coded, lang)] : []),
    ],
  };
};

const codesOf = (
  records: Records,
  materials: readonly MaterialLine[],
  works: readonly WorkLine[],
  lang: Lang,
): readonly Coded[] => {
  const used = new Set([...materials, ...works].map(({ elementId }) => elementId));
  const bySort = (a: Element, b: Element): number => a.sortKey - b.sortKey || (a.id < b.id ? -1 : 1);
  return [
    ...[...records.element.values()]
      .filter((element) => element.tombstone === null || used.has(element.id))
      .sort(bySort)
      .map((element, at) => ({ id: element.id, code: `E${at + 1}`, name: said(element.name, lang).text })),
    { id: null, code: 'G', name: sheetWords[lang].general },
  ];
};

const firstLine = 2;

const inOrder = <Line extends MaterialLine | WorkLine>(
  lines: readonly Line[],
  coded: readonly Coded[],
): readonly Line[] => {
  const place = new Map(coded.map(({ id }, at) => [id, at]));
  return lines.toSorted(
    (a, b) => (place.get(a.elementId) ?? 0) - (place.get(b.elementId) ?? 0) || (a.id < b.id ? -1 : 1),
  );
};

const materialsSheet = (
  lines: readonly MaterialLine[],
  coded: readonly Coded[],
  codeOf: ReadonlyMap<string | null, string>,
  lang: Lang,
): Sheet => {
  const word = sheetWords[lang];
  const rows = inOrder(lines, coded).map((line, at): SheetRow => {
    const row = firstLine + at;
    const cell = (column: number): string => addressOf(row, column);
    return {
      cells: [
        codeOf.get(line.elementId) ?? 'G',
        said(line.label, lang).text,
        unitWords[line.unit][lang],
        line.qtyMilli / 1_000,
        line.wasteBps / 10_000,
        inUnits(line.unitCostMinor),
        { formula: `ROUND(${cell(3)}*(1+${cell(4)})*${cell(5)},2)` },
        line.supplier ?? '',
        line.sku ?? '',
        line.status === 'orphaned' ? word.orphaned : '',
      ],
    };
  });
  return {
    name: word.materials,
    isRtl: lang === 'he',
    columns: [
      { width: 7 },
      { width: 34 },
      { width: 9 },
      { width: 11, format: 'number' },
      { width: 9, format: 'percent' },
      { width: 13, format: 'money' },
      { width: 15, format: 'money' },
      { width: 22 },
      { width: 14 },
      { width: 10 },
    ],
    frozenRows: firstLine,
    rows: [
      { cells: [word.materials], style: 'title' },
      {
        cells: [
          word.code,
          word.item,
          word.unit,
          word.qty,
          word.waste,
          word.unitCost,
          word.cost,
          word.supplier,
          word.sku,
          word.status,
        ],
        style: 'head',
      },
      ...rows,
      totalRow(rows.length, 6, 10, word.total),
    ],
  };
};

const worksSheet = (
  lines: readonly WorkLine[],
  coded: readonly Coded[],
  codeOf: ReadonlyMap<string | null, string>,
  lang: Lang,
): Sheet => {
  const word = sheetWords[lang];
  const rows = inOrder(lines, coded).map(({ elementId, label, trade, pricing, status }, at): SheetRow => {
    const cell = (column: number): string => addressOf(firstLine + at, column);
    const about = [codeOf.get(elementId) ?? 'G', said(label, lang).text, tradeWords[trade][lang]];
    const orphaned = status === 'orphaned' ? word.orphaned : '';
    return pricing.mode === 'fixed'
      ? { cells: [...about, null, null, null, null, inUnits(pricing.amountMinor), { formula: cell(7) }, orphaned] }
      : {
          cells: [
            ...about,
            pricing.minutes,
            pricing.crew,
            inUnits(pricing.rateMinorPerHour),
            (pricing.factorBps ?? 10_000) / 10_000,
            null,
            { formula: `ROUND(${cell(3)}*${cell(4)}*${cell(5)}*${cell(6)}/60,2)` },
            orphaned,
          ],
        };
  });
  return {
    name: word.work,
    isRtl: lang === 'he',
    columns: [
      { width: 7 },
      { width: 34 },
      { width: 16 },
      { width: 10, format: 'whole' },
      { width: 8, format: 'whole' },
      { width: 13, format: 'money' },
      { width: 10, format: 'percent' },
      { width: 13, format: 'money' },
      { width: 15, format: 'money' },
      { width: 10 },
    ],
    frozenRows: firstLine,
    rows: [
      { cells: [word.work], style: 'title' },
      {
        cells: [
          word.code,
          word.item,
          word.trade,
          word.minutes,
          word.crew,
          word.rate,
          word.factor,
          word.fixed,
          word.cost,
          word.status,
        ],
        style: 'head',
      },
      ...rows,
      totalRow(rows.length, 8, 10, word.total),
    ],
  };
};

const totalRow = (lines: number, column: number, width: number, label: string): SheetRow => ({
  cells: Array.from({ length: width }, (_, at) =>
    at === 1
      ? label
      : at === column
        ? lines === 0
          ? 0
          : { formula: `SUM(${addressOf(firstLine, column)}:${addressOf(firstLine + lines - 1, column)})` }
        : null,
  ),
  style: 'total',
});

const summarySheet = (coded: readonly Coded[], materials: Sheet, works: Sheet, lang: Lang): Sheet => {
  const word = sheetWords[lang];
  const sumOf = (sheet: Sheet, column: number, row: number) => {
    const last = Math.max(firstLine, sheet.rows.length - 2);
    const range = (at: number): string =>
      `${quoted(sheet.name)}!$${addressOf(firstLine, at).replace(/(\d)/, '$$$1')}:$${addressOf(last, at).replace(/(\d)/, '$$$1')}`;
    return { formula: `SUMIF(${range(0)},${addressOf(row, 0)},${range(column)})` };
  };
  const rows = coded.map(({ code, name }, at): SheetRow => {
    const row = firstLine + at;
    return {
      cells: [
        code,
        name,
        sumOf(materials, 6, row),
        sumOf(works, 8, row),
        { formula: `${addressOf(row, 2)}+${addressOf(row, 3)}` },
      ],
    };
  });
  const sum = (column: number) => ({
    formula: `SUM(${addressOf(firstLine, column)}:${addressOf(firstLine + rows.length - 1, column)})`,
  });
  return {
    name: word.summary,
    isRtl: lang === 'he',
    columns: [
      { width: 7 },
      { width: 34 },
      { width: 15, format: 'money' },
      { width: 15, format: 'money' },
      { width: 15, format: 'money' },
    ],
    frozenRows: firstLine,
    rows: [
      { cells: [word.summary], style: 'title' },
      { cells: [word.code, word.element, word.materials, word.work, word.direct], style: 'head' },
      ...rows,
      { cells: [null, word.total, sum(2), sum(3), sum(4)], style: 'total' },
    ],
  };
};

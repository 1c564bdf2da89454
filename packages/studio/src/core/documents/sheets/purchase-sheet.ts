import type { Lang, LText, Unit } from '../../domain/primitives.ts';
import { said } from '../format.ts';
import { purchaseStatusWords, sheetWords, unitWords } from './sheet-words.ts';
import { addressOf, inUnits, type SheetCell, type SheetRow, type Workbook } from './workbook.ts';

/** What is bought from one supplier, in the order it is needed. */
export type PurchaseGroup = {
  readonly supplier: string | null;
  readonly lines: readonly {
    readonly label: LText;
    readonly elementName: LText | null;
    readonly unit: Unit;
    readonly qtyMilli: number;
    readonly wasteBps: number;
    readonly unitCostMinor: number;
    readonly status: 'none' | 'needed' | 'ordered' | 'received';
    readonly neededBy: string | null;
    readonly sku?: string | undefined;
  }[];
};

const head = 2;

/** One list for the phone and the van: by supplier, each with its sum. */
export const purchaseWorkbook = (groups: readonly PurchaseGroup[], lang: Lang): Workbook => {
  const word = sheetWords[lang];
  const rows: SheetRow[] = [];
  const subtotals: string[] = [];
  for (const { supplier, lines } of groups) {
    rows.push({ cells: [supplier ?? word.noSupplier], style: 'group' });
    const first = head + rows.length;
    for (const line of lines) {
      const cell = (column: number): string => addressOf(head + rows.length, column);
      rows.push({
        cells: [
          said(line.label, lang).text,
          line.elementName === null ? word.general : said(line.elementName, lang).text,
          unitWords[line.unit][lang],
          line.qtyMilli / 1_000,
          line.wasteBps / 10_000,
          { formula: `${cell(3)}*(1+${cell(4)})` },
          inUnits(line.unitCostMinor),
          { formula: `ROUND(${cell(3)}*(1+${cell(4)})*${cell(6)},2)` },
          purchaseStatusWords[line.status][lang],
          line.neededBy === null ? null : { date: line.neededBy },
          line.sku ?? '',
        ],
      });
    }
    const last = head + rows.length - 1;
    subtotals.push(addressOf(head + rows.length, 7));
    rows.push({
      cells: [word.supplierTotal, ...blanks(6), { formula: `SUM(${addressOf(first, 7)}:${addressOf(last, 7)})` }],
      style: 'group',
    });
  }
  return {
    sheets: [
      {
        name: word.purchase,
        isRtl: lang === 'he',
        columns: [
          { width: 32 },
          { width: 22 },
          { width: 9 },
          { width: 10, format: 'number' },
          { width: 9, format: 'percent' },
          { width: 13, format: 'number' },
          { width: 13, format: 'money' },
          { width: 15, format: 'money' },
          { width: 11 },
          { width: 13, format: 'date' },
          { width: 14 },
        ],
        frozenRows: head,
        rows: [
          { cells: [word.purchase], style: 'title' },
          {
            cells: [
              word.item,
              word.element,
              word.unit,
              word.qty,
              word.waste,
              word.qtyWithWaste,
              word.unitCost,
              word.cost,
              word.status,
              word.neededBy,
              word.sku,
            ],
            style: 'head',
          },
          ...rows,
          {
            cells: [word.total, ...blanks(6), subtotals.length === 0 ? 0 : { formula: subtotals.join('+') }],
            style: 'total',
          },
        ],
      },
    ],
  };
};

const blanks = (count: number): readonly SheetCell[] => Array.from({ length: count }, () => null);

import type { Lang } from '../../domain/primitives.ts';
import type { Records } from '../../fold/records.ts';
import type { SupplierPurchases } from '../../schedule/purchase-list.ts';
import { unitWords } from '../../words/units.ts';
import { said } from '../format.ts';
import { purchaseStatusWords, sheetWords } from './sheet-words.ts';
import { addressOf, inUnits, type SheetCell, type SheetRow, type Workbook } from './workbook.ts';

const head = 2;

/** One list for the phone and the van: by supplier, each with its sum. */
export const purchaseWorkbook = (groups: readonly SupplierPurchases[], records: Records, lang: Lang): Workbook => {
  const word = sheetWords[lang];
  const rows: SheetRow[] = [];
  const subtotals: string[] = [];
  for (const { supplier, rows: bought } of groups) {
    rows.push({ cells: [supplier ?? word.noSupplier], style: 'group' });
    const first = head + rows.length;
    for (const { line, status, neededBy } of bought) {
      const cell = (column: number): string => addressOf(head + rows.length, column);
      rows.push({
        cells: [
          said(line.label, lang).text,
          elementName(records, line.elementId, lang),
          unitWords[line.unit][lang],
          line.qtyMilli / 1_000,
          line.wasteBps / 10_000,
          { formula: `${cell(3)}*(1+${cell(4)})` },
          inUnits(line.unitCostMinor),
          { formula: `ROUND(${cell(3)}*(1+${cell(4)})*${cell(6)},2)` },
          purchaseStatusWords[status][lang],
          neededBy === null ? null : { date: neededBy },
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

export const elementName = (records: Records, id: string | null, lang: Lang): string => {
  const element = id === null ? undefined : records.element.get(id);
  return element === undefined ? sheetWords[lang].general : said(element.name, lang).text;
};

const blanks = (count: number): readonly SheetCell[] => Array.from({ length: count }, () => null);

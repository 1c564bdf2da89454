import type { Lang } from '../../domain/primitives.ts';
import type { WorkingQuote } from '../../quote/working-quote.ts';
import type { Coded } from './bill-of-quantities.ts';
import { sheetWords } from './sheet-words.ts';
import { addressOf, inUnits, type Sheet, type SheetCell, type SheetRow } from './workbook.ts';

const bps = (value: number): number => value / 10_000;

/** From direct cost to what the client pays, each step a formula over the policy's own figures. */
export const pricingSheet = (quote: WorkingQuote, coded: readonly Coded[], lang: Lang): Sheet => {
  const word = sheetWords[lang];
  const { policy, priced } = quote;
  const isMarkup = policy.marginMode === 'markup';
  const given: readonly (readonly [string, number])[] = [
    [word.overhead, bps(policy.overheadBps)],
    [word.contingency, bps(policy.contingencyBps)],
    [isMarkup ? word.markup : word.margin, bps(policy.marginBps)],
    [word.vat, bps(policy.vatBps)],
  ];
  const [overhead, contingency, margin, vat] = given.map((_, at) => `$B$${at + 2}`);
  const unit = '$B$6';
  const rounded = (value: string): string => {
    const name = { half_up: 'ROUND', up: 'ROUNDUP', down: 'ROUNDDOWN' }[policy.rounding.mode];
    // The inner rounding takes away what dividing in binary adds, before it decides a whole unit.
    return `${name}(ROUND((${value})/${unit},6),0)*${unit}`;
  };
  const isPerElement = policy.rounding.apply === 'per_element';
  const head = 8;
  const first = head + 1;
  const nameOf = new Map(coded.map(({ id, code, name }) => [id, [code, name] as const]));
  const rows = priced.buckets.map(({ elementId, directMinor }, at): SheetRow => {
    const cell = (column: number): string => addressOf(first + at, column);
    const price = isMarkup ? `${cell(5)}*(1+${margin})` : `${cell(5)}/(1-${margin})`;
    const [code, name] = nameOf.get(elementId) ?? ['', ''];
    return {
      cells: [
        code,
        name,
        inUnits(directMinor),
        { formula: `ROUND(${cell(2)}*${overhead},2)` },
        { formula: `ROUND(${cell(2)}*${contingency},2)` },
        { formula: `ROUND(${cell(2)}+${cell(3)}+${cell(4)},2)` },
        { formula: isPerElement ? rounded(`ROUND(${price},2)`) : `ROUND(${price},2)` },
      ],
    };
  });
  const last = first + rows.length - 1;
  const sum = (column: number): string => `SUM(${addressOf(first, column)}:${addressOf(last, column)})`;
  const totals = first + rows.length;
  const amount = (row: number): string => addressOf(row, 6);
  const { discount } = policy;
  const discounted =
    discount === null
      ? '0'
      : 'bps' in discount
        ? `ROUND(${amount(totals)}*${bps(discount.bps)},2)`
        : `MIN(${inUnits(discount.minor)},${amount(totals)})`;
  const blanks: readonly SheetCell[] = [null, null, null, null];
  const line = (label: string, formula: string, style?: 'total'): SheetRow => ({
    cells: [null, label, ...blanks, { formula }],
    ...(style === undefined ? {} : { style }),
  });
  const net = `${amount(totals)}-${amount(totals + 1)}`;
  return {
    name: word.pricing,
    isRtl: lang === 'he',
    columns: [
      { width: 16 },
      { width: 30 },
      ...Array.from({ length: 5 }, () => ({ width: 15, format: 'money' }) as const),
    ],
    frozenRows: 0,
    rows: [
      { cells: [word.pricing], style: 'title' },
      ...given.map(([label, value]): SheetRow => ({ cells: [label, value], format: 'percent' })),
      { cells: [word.rounding, inUnits(policy.rounding.unitMinor)], format: 'money' },
      { cells: [] },
      { cells: [] },
      {
        cells: [word.code, word.element, word.direct, word.overhead, word.contingency, word.base, word.price],
        style: 'head',
      },
      ...rows,
      {
        cells: [
          null,
          word.sum,
          ...[2, 3, 4, 5, 6].map((column) => ({ formula: rows.length === 0 ? '0' : sum(column) })),
        ],
        style: 'total',
      },
      line(word.discount, discounted),
      line(word.rounding, isPerElement ? '0' : `${rounded(net)}-(${net})`),
      line(word.subtotal, `ROUND(${net}+${amount(totals + 2)},2)`),
      line(word.vat, `ROUND(${amount(totals + 3)}*${vat},2)`),
      line(word.total, `${amount(totals + 3)}+${amount(totals + 4)}`, 'total'),
    ],
  };
};

import { type PriceListItem, Unit } from '@atelier/contracts/studio';
import { minorOfText } from '../quote/money-text.ts';

export const priceFields = ['sku', 'label', 'unit', 'price', 'supplier'] as const;
export type PriceField = (typeof priceFields)[number];
/** Which column of the file holds what; -1 is none. */
export type ColumnMap = Readonly<Record<PriceField, number>>;

const names: Readonly<Record<PriceField, RegExp>> = {
  sku: /sku|code|item.?no|מק.?ט|קוד|פריט/i,
  label: /name|label|desc|product|תיאור|שם|מוצר/i,
  unit: /unit|uom|יחיד/i,
  price: /price|cost|מחיר|עלות/i,
  supplier: /supplier|vendor|ספק/i,
};

/** A guess by the names of the columns, each used once. */
export const guessColumns = (columns: readonly string[]): ColumnMap => {
  const taken = new Set<number>();
  const found = (field: PriceField): number => {
    const at = columns.findIndex((name, nth) => !taken.has(nth) && names[field].test(name));
    if (at >= 0) taken.add(at);
    return at;
  };
  const price = found('price');
  return { price, sku: found('sku'), label: found('label'), unit: found('unit'), supplier: found('supplier') };
};

/** What price lists in Hebrew and in English call the units. */
const unitWords = new Map<string, PriceListItem['unit']>([
  ['יח', 'unit'],
  ['יח\u05f3', 'unit'],
  ["יח'", 'unit'],
  ['יחידה', 'unit'],
  ['pcs', 'unit'],
  ['pc', 'unit'],
  ['each', 'unit'],
  ['מטר', 'm'],
  ["מ'", 'm'],
  ['מ\u05f3', 'm'],
  ['מ"ר', 'm2'],
  ['מ\u05f4ר', 'm2'],
  ['sqm', 'm2'],
  ['לוח', 'sheet'],
  ['גליל', 'roll'],
  ['סט', 'set'],
  ['קופסה', 'box'],
  ['ק"ג', 'kg'],
  ['ק\u05f4ג', 'kg'],
  ['ליטר', 'l'],
  ['שעה', 'hour'],
  ['יום', 'day'],
]);

const unitOf = (text: string): PriceListItem['unit'] | undefined => {
  const said = text.trim().toLowerCase();
  const known = Unit.safeParse(said);
  if (known.success) return known.data;
  return unitWords.get(said);
};

export type MappedRow =
  | { readonly ok: true; readonly item: PriceListItem }
  | { readonly ok: false; readonly row: number; readonly why: 'sku' | 'price' | 'unit' | 'twice' };

/** Rows as prices. A row that is none says why, and its place in the file; the first of two with one code stands. */
export const mapRows = (
  rows: readonly (readonly string[])[],
  map: ColumnMap,
  { lang }: { readonly lang: 'he' | 'en' },
): readonly MappedRow[] => {
  const seen = new Set<string>();
  const cell = (row: readonly string[], field: PriceField): string => row[map[field]]?.trim() ?? '';
  return rows
    .filter((row) => row.some((text) => text.trim() !== ''))
    .map((row, at): MappedRow => {
      const sku = cell(row, 'sku').slice(0, 100);
      const unitCostMinor = minorOfText(cell(row, 'price'));
      const unit = map.unit < 0 ? 'unit' : unitOf(cell(row, 'unit'));
      // The first row of the file is its header.
      const refused = (why: 'sku' | 'price' | 'unit' | 'twice') => ({ ok: false, row: at + 2, why }) as const;
      if (sku === '') return refused('sku');
      if (unitCostMinor === undefined) return refused('price');
      if (unit === undefined) return refused('unit');
      if (seen.has(sku)) return refused('twice');
      seen.add(sku);
      const label = cell(row, 'label') || sku;
      const supplier = cell(row, 'supplier').slice(0, 200);
      const item = { sku, label: { [lang]: label }, unit, unitCostMinor, ...(supplier === '' ? {} : { supplier }) };
      return { ok: true, item };
    });
};

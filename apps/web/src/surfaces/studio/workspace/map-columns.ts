import { type PriceListItem, Unit } from '@atelier/contracts/studio';
import { minorOfText } from '../quote/money-text.ts';

export const priceFields = ['sku', 'label', 'unit', 'price', 'supplier'] as const;
export type PriceField = (typeof priceFields)[number];
/** Which column of the file holds what; -1 is none. */
export type ColumnMap = Readonly<Record<PriceField, number>>;

/** What a column is called: names that can mean nothing else, then those that often do. */
const names: Readonly<Record<PriceField, readonly RegExp[]>> = {
  sku: [/sku|item.?(no|code|num)|part.?no|מק.{0,2}ט|קוד פריט/i, /code|קוד|פריט/i],
  label: [/name|label|desc|product|תיאור|שם|מוצר/i],
  unit: [/uom|^units?$|יחיד|מידה/i, /unit|יח/i],
  price: [/price|cost|מחיר|עלות/i],
  supplier: [/supplier|vendor|ספק/i],
};

/** A guess by the names of the columns, each used once. */
export const guessColumns = (columns: readonly string[]): ColumnMap => {
  const taken = new Set<number>();
  const found: Partial<Record<PriceField, number>> = {};
  for (const round of [0, 1])
    for (const field of ['price', 'sku', 'label', 'unit', 'supplier'] as const) {
      const name = names[field][round];
      if (found[field] !== undefined || name === undefined) continue;
      const at = columns.findIndex((column, nth) => !taken.has(nth) && name.test(column));
      if (at < 0) continue;
      taken.add(at);
      found[field] = at;
    }
  const { sku = -1, label = -1, unit = -1, price = -1, supplier = -1 } = found;
  return { sku, label, unit, price, supplier };
};

/** What price lists in Hebrew and in English call the units. Marks of abbreviation are left out of both. */
const saidFor: Readonly<Partial<Record<PriceListItem['unit'], string>>> = {
  unit: 'יח|יחידה|יחידות|pc|pcs|ea|each|piece|pieces|units',
  set: 'סט|סטים|ערכה|sets|kit',
  sheet: 'לוח|לוחות|גיליון|sheets|board',
  m: 'מ|מטר|מטרים|מא|מטר אורך|lm|meter|metre|meters|metres',
  m2: 'מר|מ2|מ²|מטר רבוע|מטר מרובע|sqm|m²|sq m',
  m3: 'מק|מ3|מ³|קוב|מטר מעוקב|cbm|m³',
  l: 'ליטר|ליטרים|liter|litre|liters|litres',
  kg: 'קג|קילו|קילוגרם|kgs|kilo',
  roll: 'גליל|גלילים|rolls',
  box: 'קופסה|קופסא|ארגז|קרטון|אריזה|חבילה|boxes|pack|carton',
  day: 'יום|ימים|days',
  hour: 'שעה|שעות|שע|שעת עבודה|hours|hr|hrs',
  trip: 'נסיעה|נסיעות|הובלה|trips',
};
const unitByWord = new Map(
  Object.entries(saidFor).flatMap(([unit, words]) =>
    words.split('|').map((word) => [word, unit as PriceListItem['unit']] as const),
  ),
);

const unitOf = (text: string): PriceListItem['unit'] | undefined => {
  const said = text
    .toLowerCase()
    .replace(/["'’”“׳״.]|[\u200e\u200f]/g, '')
    .trim();
  const known = Unit.safeParse(said);
  return known.success ? known.data : unitByWord.get(said);
};

/** A price may name its currency in words. */
const priceOf = (text: string): number | undefined => minorOfText(text.replace(/ש["״'׳]{0,2}ח|שקלים|nis|ils/gi, ''));

export type MappedRow =
  | { readonly ok: true; readonly item: PriceListItem }
  | { readonly ok: false; readonly name: string; readonly why: 'sku' | 'price' | 'unit' | 'twice' };

/**
 * Rows as prices. A row that is none says why and what stands in it: a title above the heads would make its number wrong.
 * The first of two with one code stands.
 */
export const mapRows = (
  rows: readonly (readonly string[])[],
  map: ColumnMap,
  { lang }: { readonly lang: 'he' | 'en' },
): readonly MappedRow[] => {
  const seen = new Set<string>();
  const cell = (row: readonly string[], field: PriceField): string => row[map[field]]?.trim() ?? '';
  return rows.flatMap((row): readonly MappedRow[] => {
    if (row.every((text) => text.trim() === '')) return [];
    const sku = cell(row, 'sku').slice(0, 100);
    const unitCostMinor = priceOf(cell(row, 'price'));
    const unit = map.unit < 0 ? 'unit' : unitOf(cell(row, 'unit'));
    const parts = [sku, cell(row, 'label')].filter((part) => part !== '');
    const name = (parts.length > 0 ? parts : row.filter((text) => text.trim() !== '')).slice(0, 2).join(' · ');
    const refused = (why: 'sku' | 'price' | 'unit' | 'twice') =>
      [{ ok: false, name: name.slice(0, 120), why }] as const;
    if (sku === '') return refused('sku');
    if (unitCostMinor === undefined) return refused('price');
    if (unit === undefined) return refused('unit');
    if (seen.has(sku)) return refused('twice');
    seen.add(sku);
    const label = cell(row, 'label').slice(0, 500) || sku;
    const supplier = cell(row, 'supplier').slice(0, 200);
    const item = { sku, label: { [lang]: label }, unit, unitCostMinor, ...(supplier === '' ? {} : { supplier }) };
    return [{ ok: true, item }];
  });
};

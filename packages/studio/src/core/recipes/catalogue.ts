import type { LText, PriceListVersion, Unit } from '../domain/index.ts';

/** Prices change, so each carries the day it was true. */
export const cataloguePriceAsOf = '2026-04-01';

export type CatalogueItem = {
  readonly label: LText;
  readonly unit: Unit;
  readonly unitCostMinor: number;
  /** Other names people use for it. */
  readonly also: readonly string[];
};

const item = (he: string, en: string, unit: Unit, unitCostMinor: number, ...also: string[]): CatalogueItem => ({
  label: { he, en },
  unit,
  unitCostMinor,
  also,
});

/** What recipes buy and rent, by sku. A workshop's own price list goes before it. */
export const catalogue = {
  'ply-birch-18': item('דיקט ליבנה 18', 'Birch ply 18', 'sheet', 28_500, 'plywood', 'birch', 'דיקט', 'ליבנה'),
  'ply-pop-17': item('דיקט צפצפה 17', 'Poplar ply 17', 'sheet', 19_500, 'poplar', 'צפצפה'),
  'mdf-16': item('MDF 16', 'MDF 16', 'sheet', 16_800, 'mdf'),
  'chip-16': item('סיבית 16', 'Chipboard 16', 'sheet', 11_800, 'chipboard', 'סיבית'),
  'stud-pine': item('קורות עץ', 'Studs', 'm', 1_450, 'studs', 'timber', 'קורות', 'קורות עץ'),
  'stud-reuse': item('קורות עץ משומשות', 'Reused studs', 'm', 700),
  'paint-acrylic': item('צבע', 'Paint', 'l', 6_200, 'צבע אקרילי', 'acrylic paint'),
  laminate: item('פורמייקה', 'Laminate', 'm2', 7_400, 'formica'),
  'led-strip': item('LED', 'LED', 'm', 4_600, 'led strip', 'לד', 'פס לד', 'led strips'),
  'pvc-letters': item('אותיות PVC', 'PVC letters', 'set', 185_000),
  'vinyl-print': item('ויניל מודפס', 'Printed vinyl', 'm2', 9_500, 'vinyl', 'ויניל'),
  'fabric-print': item('בד מודפס', 'Printed fabric', 'm2', 8_500, 'fabric', 'בד'),
  'banner-print': item('באנר מודפס', 'Printed banner', 'm2', 4_800, 'banner', 'באנר'),
  'forex-print': item(
    'הדפסה על פורקס',
    'Print on forex',
    'm2',
    16_000,
    'forex',
    'פורקס',
    'direct print',
    'הדפסה ישירה',
    'הדפסה',
  ),
  'truss-rent': item('טראס (השכרה)', 'Truss (rental)', 'm', 5_500, 'truss', 'טראס'),
  'deck-rent': item('פרקטיקבלים (השכרה)', 'Decks (rental)', 'unit', 9_500, 'decks', 'פרקטיקבלים'),
  'led-wall-rent': item('מסך LED (השכרה)', 'LED wall (rental)', 'm2', 48_000, 'led wall', 'מסך לד'),
  'spot-rent': item('ספוט LED (השכרה)', 'LED spot (rental)', 'unit', 6_500),
  carpet: item('שטיח', 'Carpet', 'm2', 3_800),
  'carpet-basic': item('שטיח פשוט', 'Basic carpet', 'm2', 2_200),
  skirt: item('חצאית במה', 'Stage skirt', 'm', 2_200),
  'alu-profile': item('פרופיל אלומיניום', 'Aluminium profile', 'm', 5_200, 'aluminium', 'aluminum', 'אלומיניום'),
  'screws-set': item('ברגים ומחברים', 'Screws and fixings', 'set', 9_000),
  'stand-feet': item('רגליים ומשקולות', 'Feet and weights', 'set', 22_000),
} as const satisfies Readonly<Record<string, CatalogueItem>>;

export type Sku = keyof typeof catalogue;

export type Price = CatalogueItem & {
  readonly sku: string;
  readonly priceAsOf: string;
  readonly supplier?: string;
  readonly isOwn: boolean;
};

/** The workshop's own price when it has one in the same unit and currency, else the catalogue's. */
export const priceOf = (sku: Sku, list: PriceListVersion | null, currency: string): Price => {
  const fromCatalogue = catalogue[sku];
  const own = list?.currency === currency ? list.items.find((each) => each.sku === sku) : undefined;
  if (!own || !list || own.unit !== fromCatalogue.unit)
    return { ...fromCatalogue, sku, priceAsOf: cataloguePriceAsOf, isOwn: false };
  const supplier = own.supplier ? { supplier: own.supplier } : {};
  return {
    ...fromCatalogue,
    ...supplier,
    sku,
    unitCostMinor: own.unitCostMinor,
    priceAsOf: list.priceAsOf,
    isOwn: true,
  };
};

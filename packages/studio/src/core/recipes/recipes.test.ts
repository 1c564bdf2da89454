import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PriceListVersion } from '../domain/index.ts';
import { materialCost, workCost } from '../money/lines.ts';
import { formulaValue, readFormula } from './formula.ts';
import { type Made, makeRecipe, recipeFor, recipeNamed } from './make.ts';
import { genericRecipe, recipes } from './recipes.ts';

const noPrices = { policy: null, priceList: null, currency: 'ILS' };
const direct = ({ materials, work }: Made): number =>
  Number(
    materials.reduce((all, line) => all + materialCost({ ...line, unitCostMinor: line.price.unitCostMinor }), 0n) +
      work.reduce((all, { pricing }) => all + workCost(pricing), 0n),
  );
const logoWall = recipeNamed('logo wall') ?? genericRecipe;

describe('formulas', () => {
  const sizes = { w: 3_000, h: 2_400, d: 90, qty: 2 };
  const compute = (text: string) => {
    const read = readFormula(text);
    return read.ok ? formulaValue(read.value, sizes) : read.error.code;
  };

  test.each([
    ['ceil(w/1220)*ceil(h/2440)', 3],
    ['(ceil(w/600)+1)*h+3*w', 23_400],
    ['floor(w/1220)', 2],
    ['min(w,h,d)', 90],
    ['max(1,qty-5)', 1],
    ['w*h*75/1000000', 540],
    ['1/3+1/3+1/3', 1],
    ['10-2-3', 5],
    ['7/2', 4],
    ['5/0', 0],
  ])('%s is %d', (text, value) => {
    expect(compute(text)).toBe(value);
  });

  test.each(['', 'w+', 'process', 'w;h', 'ceil(w', '2**3', '(1', 'ceil(1,2)', 'w h', 'constructor(1)', '1.5'])(
    '%j is refused',
    (text) => {
      expect(compute(text)).toBe('FORMULA_INVALID');
    },
  );

  test('whatever is typed is read or refused, never run', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const read = readFormula(text);
        expect(read.ok || read.error.code === 'FORMULA_INVALID').toBe(true);
      }),
    );
  });
});

test('a logo wall of 3000 × 2400 costs ₪3,760.94 with 3 tasks and 6 lines', () => {
  const made = makeRecipe(logoWall, { dims: { widthMm: 3_000, heightMm: 2_400 }, qty: 1 }, noPrices);
  expect(made.materials.map(({ qtyMilli }) => qtyMilli)).toEqual([3_000, 23_400, 2_000]);
  expect(made.work.map(({ pricing }) => pricing.mode === 'hourly' && [pricing.minutes, pricing.crew])).toEqual([
    [540, 1],
    [210, 1],
    [150, 2],
  ]);
  expect([made.tasks.length, made.materials.length + made.work.length]).toEqual([3, 6]);
  expect(direct(made)).toBe(376_094);
});

test('there are twelve recipes with he and en names, and every formula of each computes', () => {
  expect(recipes.length).toBeGreaterThanOrEqual(12);
  for (const recipe of [...recipes, genericRecipe]) {
    expect([recipe.name.he, recipe.name.en].every(Boolean)).toBe(true);
    const made = makeRecipe(recipe, { dims: {}, qty: 3 }, noPrices);
    for (const { qtyMilli, price } of made.materials) {
      expect(Number.isInteger(qtyMilli) && qtyMilli > 0).toBe(true);
      expect(price.priceAsOf).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (['sheet', 'unit', 'set'].includes(price.unit)) expect(qtyMilli % 1_000).toBe(0);
    }
    const keys = new Set(made.tasks.map(({ key }) => key));
    for (const { task } of [...made.materials, ...made.work]) expect(keys.has(task)).toBe(true);
    for (const { after, minutes } of made.tasks) {
      expect(after.every((key) => keys.has(key))).toBe(true);
      expect(minutes).toBeLessThanOrEqual(60_000);
    }
    for (const { key } of recipe.cheaper) expect(recipe.lines.materials.some((line) => line.key === key)).toBe(true);
  }
});

test('a cheaper variant costs less', () => {
  for (const recipe of [...recipes, genericRecipe])
    for (const { key, to } of recipe.cheaper) {
      const line = makeRecipe(recipe, { dims: {}, qty: 1 }, noPrices).materials.find((each) => each.key === key);
      const other = makeRecipe(
        {
          ...recipe,
          lines: {
            work: [],
            materials: recipe.lines.materials.map((each) => (each.key === key ? { ...each, sku: to } : each)),
          },
        },
        { dims: {}, qty: 1 },
        noPrices,
      );
      const replaced = other.materials.find((each) => each.key === key);
      expect(replaced?.price.unitCostMinor).toBeLessThan(line?.price.unitCostMinor ?? 0);
    }
});

test('a price list goes before the catalogue, in the same unit and currency', () => {
  const list: PriceListVersion = {
    id: 'pli_1',
    version: 2,
    currency: 'ILS',
    priceAsOf: '2026-05-01',
    source: 'prices.xlsx',
    items: [
      { sku: 'ply-birch-18', label: { he: 'ליבנה' }, unit: 'sheet', unitCostMinor: 30_000, supplier: 'יער' },
      { sku: 'paint-acrylic', label: { he: 'צבע' }, unit: 'unit', unitCostMinor: 1 },
    ],
  };
  const prices = { policy: null, priceList: list, currency: 'ILS' };
  const [sheets, studs, paint] = makeRecipe(logoWall, { dims: {}, qty: 1 }, prices).materials;
  expect(sheets?.price).toMatchObject({ unitCostMinor: 30_000, priceAsOf: '2026-05-01', supplier: 'יער' });
  expect([studs?.price.unitCostMinor, paint?.price.unitCostMinor]).toEqual([1_450, 6_200]);
  const [dollars] = makeRecipe(logoWall, { dims: {}, qty: 1 }, { ...prices, currency: 'USD' }).materials;
  expect(dollars?.price.unitCostMinor).toBe(28_500);
});

test.each([
  ['קיר לוגו', 'logoWall'],
  ['קירות לוגו', 'logoWall'],
  ['קיר', 'plainWall'],
  ['קיר לבן', 'plainWall'],
  ['LED wall', 'mediaWall'],
  ['במה מרכזית', 'stage'],
  ['דלפק קפה', 'counter'],
  ['entrance arch', 'arch'],
  ['photo booth', 'photoCorner'],
  ['cyber booth', 'booth'],
  ['שלט הכוונה', 'sign'],
  ['podium', 'plinth'],
])('%s is made as %s', (said, id) => {
  expect(recipeNamed(said)?.id).toBe(id);
});

test('an element without a recipe of its name is made as its kind, and one of no kind as a guess', () => {
  expect(recipeFor({ name: { en: 'Zorp' }, aliases: [], kind: 'wall' })).toMatchObject({ by: 'kind' });
  expect(recipeFor({ name: { en: 'Zorp' }, aliases: [], kind: 'prop' })).toMatchObject({ by: 'none' });
});

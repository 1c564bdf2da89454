import type { Json } from '@atelier/kernel/core';
import { type Element, trades } from '../domain/index.ts';
import { projectOf } from '../fold/records.ts';
import { catalogue, priceOf, type Sku } from '../recipes/catalogue.ts';
import { makeRecipe, recipeFor, recipeNamed } from '../recipes/make.ts';
import { defaultRates } from '../recipes/recipe.ts';
import type { SkillTurn, SkillWorld } from '../skills/world.ts';
import { search } from './search.ts';

const mostPrices = 12;
const mostRecipes = 4;

/**
 * What a skill's tools would answer, looked up before its one call: prices and rates of this studio, and what its recipes
 * say an element takes. A model that is not told them can only make them up.
 */
export const readTools = (
  tools: readonly string[],
  world: SkillWorld,
  { text }: SkillTurn,
  elements: readonly Element[],
): Readonly<Record<string, Json>> => ({
  ...(tools.includes('priceLookup') ? { ratesMinorPerHour: rates(world), prices: prices(world, text, elements) } : {}),
  ...(tools.includes('recipe') ? { recipes: recipesOf(world, text, elements) } : {}),
});

const rates = ({ policy }: SkillWorld): Json =>
  Object.fromEntries(trades.map((trade) => [trade, policy?.tradeRates[trade] ?? defaultRates[trade]]));

/** The studio's own list first; what the catalogue adds is what the list does not have. */
const prices = (world: SkillWorld, text: string, elements: readonly Element[]): Json => {
  const { currency } = projectOf(world.records);
  const own = world.priceList?.currency === currency ? world.priceList.items : [];
  const known = new Set(own.map(({ sku }) => sku));
  const all = [
    ...own.map(({ sku, label, unit, unitCostMinor, supplier }) => ({
      sku,
      label,
      unit,
      unitCostMinor,
      supplier: supplier ?? null,
      priceAsOf: world.priceList?.priceAsOf ?? null,
      also: [] as readonly string[],
    })),
    ...(Object.keys(catalogue) as Sku[])
      .filter((sku) => !known.has(sku))
      .map((sku) => {
        const { label, unit, unitCostMinor, priceAsOf, also } = priceOf(sku, world.priceList, currency);
        return { sku: sku as string, label, unit, unitCostMinor, supplier: null, priceAsOf, also };
      }),
  ];
  const wanted = [
    text,
    ...elements.flatMap(({ name, materials }) => [name.he ?? '', name.en ?? '', ...materials]),
  ].join(' ');
  const bySku = new Map(all.map((each) => [each.sku, each]));
  return search(
    wanted,
    all.map(({ sku, label, also }) => ({
      id: sku,
      text: [sku, label.he, label.en, ...also].filter(Boolean).join(' '),
    })),
  )
    .slice(0, mostPrices)
    .flatMap(({ id }) => {
      const found = bySku.get(id);
      if (!found) return [];
      const { also: _also, ...price } = found;
      return [price as unknown as Json];
    });
};

const recipesOf = (world: SkillWorld, text: string, elements: readonly Element[]): Json => {
  const { currency } = projectOf(world.records);
  const named = recipeNamed(text);
  const wanted = [
    ...elements.slice(0, mostRecipes).map((element) => ({ recipe: recipeFor(element).recipe, shape: element })),
    ...(named ? [{ recipe: named, shape: { dims: {}, qty: 1 } }] : []),
  ].filter(({ recipe }, at, all) => all.findIndex((other) => other.recipe.id === recipe.id) === at);
  return wanted.slice(0, mostRecipes).map(({ recipe, shape }) => {
    const made = makeRecipe(recipe, shape, { policy: world.policy, priceList: world.priceList, currency });
    return {
      of: recipe.name,
      tasks: made.tasks.map(({ key, title, trade, minutes, crew, after }) => ({
        key,
        title,
        trade,
        minutes,
        crew,
        after: [...after],
      })),
      materials: made.materials.map(({ label, unit, qtyMilli, wasteBps, price, task }) => ({
        label,
        unit,
        qtyMilli,
        wasteBps,
        unitCostMinor: price.unitCostMinor,
        sku: price.sku,
        task,
      })),
      work: made.work.map(({ label, trade, kind, pricing, task }) => ({ label, trade, kind, pricing, task })),
    } as unknown as Json;
  });
};

import type { Element, LText, MaterialLine } from '../domain/index.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { materialCost, workCost } from '../money/lines.ts';
import { catalogue, type Price, type Sku } from '../recipes/catalogue.ts';
import { cheaperPrice, recipeFor } from '../recipes/make.ts';
import type { SkillWorld } from '../skills/world.ts';
import type { OpWriter } from './op-writer.ts';

export type Saving = {
  readonly element: Element;
  readonly line: MaterialLine;
  readonly price: Price;
  readonly why: LText;
  readonly savesMinor: number;
};

export type Savings = {
  readonly chosen: readonly Saving[];
  readonly savedMinor: number;
  /** What the elements cost now, before margin. */
  readonly directMinor: number;
  readonly isEnough: boolean;
};

/** Cheaper materials the recipes know, the largest saving first, until enough is saved; without a number, all of them. */
export const findSavings = (elements: readonly Element[], bps: number | undefined, world: SkillWorld): Savings => {
  const ids = new Set(elements.map(({ id }) => id));
  const materials = liveOf(world.records.materialLine).filter(
    ({ elementId }) => elementId !== null && ids.has(elementId),
  );
  const work = liveOf(world.records.workLine).filter(({ elementId }) => elementId !== null && ids.has(elementId));
  const directMinor = Number(
    materials.reduce((all, line) => all + materialCost(line), 0n) +
      work.reduce((all, { pricing }) => all + workCost(pricing), 0n),
  );
  const possible = elements.flatMap((element) => savingsOf(element, materials, world));
  possible.sort((a, b) => b.savesMinor - a.savesMinor || (a.line.id < b.line.id ? -1 : 1));
  const target = bps === undefined ? undefined : Math.ceil((directMinor * bps) / 10_000);
  // The smallest change that is enough by itself; several only when none is.
  const single = target === undefined ? undefined : possible.findLast(({ savesMinor }) => savesMinor >= target);
  if (single) return { chosen: [single], savedMinor: single.savesMinor, directMinor, isEnough: true };
  const chosen: Saving[] = [];
  let savedMinor = 0;
  for (const saving of possible) {
    if (bps !== undefined && savedMinor * 10_000 >= directMinor * bps) break;
    // One line is replaced once.
    if (chosen.some(({ line }) => line.id === saving.line.id)) continue;
    chosen.push(saving);
    savedMinor += saving.savesMinor;
  }
  return {
    chosen,
    savedMinor,
    directMinor,
    isEnough: savedMinor > 0 && savedMinor * 10_000 >= directMinor * (bps ?? 0),
  };
};

const savingsOf = (element: Element, materials: readonly MaterialLine[], world: SkillWorld): readonly Saving[] => {
  const { recipe, by } = recipeFor(element);
  if (by === 'none') return [];
  const prices = { policy: world.policy, priceList: world.priceList, currency: projectOf(world.records).currency };
  return recipe.cheaper.flatMap(({ key, to, why }) => {
    const sku = recipe.lines.materials.find((line) => line.key === key)?.sku;
    const line = materials.find((each) => each.elementId === element.id && isOf(each, sku));
    const price = cheaperPrice(to, prices);
    if (!line || price.unit !== line.unit || price.unitCostMinor >= line.unitCostMinor) return [];
    const savesMinor = Number(materialCost(line) - materialCost({ ...line, unitCostMinor: price.unitCostMinor }));
    return savesMinor > 0 ? [{ element, line, price, why, savesMinor }] : [];
  });
};

const isOf = (line: MaterialLine, sku: Sku | undefined): boolean => {
  if (sku === undefined) return false;
  if (line.sku !== undefined) return line.sku === sku;
  return line.label.he === catalogue[sku].label.he || line.label.en === catalogue[sku].label.en;
};

export const replaceMaterial = (line: MaterialLine, price: Price, why: LText, ops: OpWriter): void =>
  ops.set(
    'materialLine',
    line.id,
    {
      'label.he': price.label.he,
      'label.en': price.label.en,
      unitCostMinor: price.unitCostMinor,
      sku: price.sku,
      ...(price.supplier ? { supplier: price.supplier } : {}),
      priceSource: price.isOwn ? 'supplierQuote' : 'catalog',
      priceAsOf: price.priceAsOf,
    },
    why,
  );

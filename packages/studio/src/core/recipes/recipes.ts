import { furnishings } from './furnishings.ts';
import { build, carpentry, install, installing, t } from './parts.ts';
import type { Recipe } from './recipe.ts';
import { structures } from './structures.ts';

export const recipes: readonly Recipe[] = [...structures, ...furnishings];

/** For what no recipe knows: a builder's guess, said to be one. */
export const genericRecipe: Recipe = {
  id: 'generic',
  version: 1,
  kind: 'other',
  name: t('אלמנט', 'Element'),
  aliases: [],
  dims: { widthMm: 2_000, heightMm: 2_000, depthMm: 600 },
  materials: [],
  tasks: [build('qty*480'), install('qty*120', 2, ['build'])],
  lines: {
    materials: [
      { key: 'boards', sku: 'ply-pop-17', qtyMilli: 'qty*ceil(w*h/2976800)*1000', wasteBps: 1_000, task: 'build' },
      { key: 'fixings', sku: 'screws-set', qtyMilli: 'qty*1000', task: 'build' },
    ],
    work: [carpentry('qty*480'), installing('qty*120', 2)],
  },
  cheaper: [{ key: 'boards', to: 'chip-16', why: t('סיבית במקום דיקט', 'Chipboard instead of ply') }],
};

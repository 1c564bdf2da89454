import type { MaterialLine, Task, WorkLine } from '../domain/index.ts';
import { liveOf } from '../fold/records.ts';
import { catalogue, type Sku } from '../recipes/catalogue.ts';
import { isKnownWord } from '../scope/known-words.ts';
import { indexNames } from '../scope/name-index.ts';
import { type Mention, resolveMention } from '../scope/resolve.ts';
import type { SkillWorld } from '../skills/world.ts';

const namesOf = (
  label: { readonly he?: string; readonly en?: string },
  more: readonly string[] = [],
): readonly string[] => [label.he, label.en, ...more].filter((name): name is string => Boolean(name));

const isSku = (sku: string | undefined): sku is Sku => sku !== undefined && Object.hasOwn(catalogue, sku);

/** Which lines of cost a message names, among those of certain elements or all. */
export const linesNamed = (
  tokens: readonly string[],
  world: SkillWorld,
  elementIds: readonly string[],
): { readonly mention: Mention; readonly lines: ReadonlyMap<string, MaterialLine | WorkLine> } => {
  const within = <Line extends MaterialLine | WorkLine>(lines: readonly Line[]): readonly Line[] =>
    elementIds.length === 0
      ? lines
      : lines.filter(({ elementId }) => elementId !== null && elementIds.includes(elementId));
  const materials = within(liveOf(world.records.materialLine));
  const work = within(liveOf(world.records.workLine));
  const lines = new Map<string, MaterialLine | WorkLine>([...materials, ...work].map((line) => [line.id, line]));
  const named = [
    ...materials.map(({ id, label, sku }) => ({
      id,
      names: namesOf(label, isSku(sku) ? catalogue[sku].also : aliasesOf(label)),
    })),
    ...work.map(({ id, label }) => ({ id, names: namesOf(label) })),
  ];
  return { mention: resolveMention(tokens, named, isKnownWord), lines };
};

/** A line without a sku is known by the other names of the item it is called after. */
const aliasesOf = (label: { readonly he?: string; readonly en?: string }): readonly string[] =>
  Object.values(catalogue).find((item) => item.label.he === label.he || item.label.en === label.en)?.also ?? [];

export const tasksNamed = (
  tokens: readonly string[],
  world: SkillWorld,
): { readonly mention: Mention; readonly tasks: readonly Task[] } => {
  const tasks = liveOf(world.records.task).filter(({ status }) => status !== 'cancelled');
  return {
    mention: resolveMention(
      tokens,
      tasks.map(({ id, title }) => ({ id, names: namesOf(title) })),
      isKnownWord,
    ),
    tasks,
  };
};

const itemNames = indexNames(
  (Object.keys(catalogue) as Sku[]).map((sku) => ({
    id: sku,
    names: namesOf(catalogue[sku].label, catalogue[sku].also),
  })),
);

/** The item of the catalogue some words name. The one with most words in common, then the first in the list. */
export const itemNamed = (
  tokens: readonly string[],
): { readonly sku: Sku; readonly matched: readonly number[] } | undefined => {
  const mention = resolveMention(tokens, itemNames, isKnownWord);
  if (mention.kind === 'none') return undefined;
  const [best] = [...mention.candidates]
    .filter(({ covered }) => covered >= 0.9)
    .sort((a, b) => b.matched.length - a.matched.length || b.covered - a.covered);
  return best && { sku: best.id as Sku, matched: best.matched };
};

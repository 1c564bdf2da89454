import type { Json } from '@atelier/kernel/core';
import type { Element, LText, MaterialLine, Task, WorkLine } from '../domain/index.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { makeRecipe, recipeFor } from '../recipes/make.ts';
import type { SkillWorld } from '../skills/world.ts';
import type { OpWriter } from './op-writer.ts';

type Shape = Pick<Element, 'dims' | 'qty'>;

/**
 * When a size or a number of pieces changes: lines and tasks that are still what the recipe gives for the old size
 * become what it gives for the new one. Whatever a person changed is left alone. Returns how many were left.
 */
export const recalculate = (
  element: Element,
  to: Shape,
  world: SkillWorld,
  ops: OpWriter,
): { readonly changed: number; readonly left: number } => {
  const { recipe, by } = recipeFor(element);
  const lines = {
    materials: liveOf(world.records.materialLine).filter(({ elementId }) => elementId === element.id),
    work: liveOf(world.records.workLine).filter(({ elementId }) => elementId === element.id),
  };
  const tasks = liveOf(world.records.task).filter(
    ({ elementIds }) => elementIds.length === 1 && elementIds[0] === element.id,
  );
  const all = lines.materials.length + lines.work.length;
  if (by === 'none' && all === 0) return { changed: 0, left: 0 };
  const prices = { policy: world.policy, priceList: world.priceList, currency: projectOf(world.records).currency };
  const [was, is] = [makeRecipe(recipe, element, prices), makeRecipe(recipe, to, prices)];
  const why: LText = { he: 'לפי המידות החדשות', en: 'By the new size' };
  let [changed, left] = [0, 0];

  for (const line of lines.materials) {
    const at = was.materials.findIndex(
      (made) => isOf(line, made.price.sku, made.label) && made.qtyMilli === line.qtyMilli,
    );
    const next = is.materials[at];
    if (!next) left += 1;
    else if (next.qtyMilli !== line.qtyMilli) {
      ops.set('materialLine', line.id, { qtyMilli: next.qtyMilli }, why);
      changed += 1;
    }
  }
  for (const line of lines.work) {
    const at = was.work.findIndex((made) => isSameWork(line, made));
    const next = is.work[at];
    if (!next) left += 1;
    else if (
      JSON.stringify(minutesOf(next.pricing)) !== JSON.stringify(minutesOf(line.pricing)) &&
      line.pricing.mode === 'hourly' &&
      next.pricing.mode === 'hourly'
    ) {
      ops.set(
        'workLine',
        line.id,
        { pricing: { ...line.pricing, minutes: next.pricing.minutes } as unknown as Json },
        why,
      );
      changed += 1;
    }
  }
  for (const task of tasks) {
    const at = was.tasks.findIndex((made) => made.trade === task.trade && made.minutes === task.estimateMin);
    const next = is.tasks[at];
    if (next && next.minutes !== task.estimateMin && task.granularity === 'mid')
      ops.set('task', task.id, { estimateMin: next.minutes }, why);
  }
  return { changed, left };
};

const isOf = (line: MaterialLine, sku: string, label: LText): boolean =>
  line.sku === sku || (line.sku === undefined && (line.label.he === label.he || line.label.en === label.en));

const minutesOf = (pricing: WorkLine['pricing']): number => (pricing.mode === 'hourly' ? pricing.minutes : 0);

const isSameWork = (
  line: WorkLine,
  made: { readonly trade: Task['trade']; readonly pricing: WorkLine['pricing'] },
): boolean =>
  line.trade === made.trade &&
  (line.pricing.mode === 'fixed'
    ? made.pricing.mode === 'fixed' && made.pricing.amountMinor === line.pricing.amountMinor
    : made.pricing.mode === 'hourly' && made.pricing.minutes === line.pricing.minutes);

import type { Json } from '@atelier/kernel/core';
import type { Element, Task } from '../domain/entities.ts';
import { isLive, projectOf } from '../fold/records.ts';
import { stemOf, tokensOf } from '../language/normalise.ts';
import { type Made, makeRecipe, recipeFor } from '../recipes/make.ts';
import { both } from '../words/issue.ts';
import type { FollowUp, ReconcileWorld } from './world.ts';

const made = ({ records, policy }: ReconcileWorld, element: Element): Made =>
  makeRecipe(recipeFor(element).recipe, element, { policy, priceList: null, currency: projectOf(records).currency });

/** The line a purchase lacks: the recipe's, where one of its materials is called like the task; else one without a price. */
export const purchaseLine = (world: ReconcileWorld, task: Task): FollowUp => {
  const element = task.elementIds.map((id) => world.records.element.get(id)).find(isLive);
  const material = element && made(world, element).materials.find(({ label }) => isCalledLike(label, task.title));
  const label = material?.label ?? task.title;
  const fields: Record<string, Json> = {
    ...(label.he === undefined ? {} : { 'label.he': label.he }),
    ...(label.en === undefined ? {} : { 'label.en': label.en }),
    unit: material?.unit ?? 'unit',
    qtyMilli: material?.qtyMilli ?? 1_000,
    wasteBps: material?.wasteBps ?? 0,
    unitCostMinor: material?.price.unitCostMinor ?? 0,
    priceSource: material ? 'catalog' : 'estimate',
    'purchase.status': 'needed',
    taskIds: [task.id],
    ...(element ? { elementId: element.id } : {}),
  };
  return {
    op: 'create',
    opId: `buy-${task.id}`,
    entity: 'materialLine',
    tempId: `tmp:buy-${task.id.slice(4, 30)}`,
    reason: both('למשימה הזו צריך לקנות', 'This task needs a purchase'),
    fields,
  };
};

const isCalledLike = (a: Task['title'], b: Task['title']): boolean =>
  (['he', 'en'] as const).some((lang) => {
    const words = new Set(tokensOf(a[lang] ?? '').map(stemOf));
    return tokensOf(b[lang] ?? '').some((token) => words.has(stemOf(token)));
  });

/** The tasks an element's recipe has, in their order. */
export const recipeTasks = (world: ReconcileWorld, element: Element): readonly FollowUp[] => {
  const { tasks } = made(world, element);
  const tempIdOf = (key: string): string =>
    `tmp:t${tasks.findIndex((task) => task.key === key)}-${element.id.slice(3, 30)}`;
  return tasks.map((task) => ({
    op: 'create',
    opId: `plan-${task.key}-${element.id}`.slice(0, 80),
    entity: 'task',
    tempId: tempIdOf(task.key),
    reason: both('לאלמנט מאושר אין משימות', 'An approved element has no task'),
    fields: {
      ...(task.title.he === undefined ? {} : { 'title.he': task.title.he }),
      ...(task.title.en === undefined ? {} : { 'title.en': task.title.en }),
      trade: task.trade,
      estimateMin: task.minutes,
      crew: task.crew,
      elementIds: [element.id],
      dependsOn: task.after.map(tempIdOf),
      ...(task.purchase ? { 'purchase.mode': task.purchase } : {}),
    },
  }));
};

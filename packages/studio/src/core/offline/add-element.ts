import type { Json } from '@atelier/kernel/core';
import type { Element, Lang, LText } from '../domain/index.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { normalise } from '../language/normalise.ts';
import { said } from '../language/say.ts';
import { type Made, makeRecipe, recipeOfName } from '../recipes/make.ts';
import type { Recipe } from '../recipes/recipe.ts';
import { genericRecipe } from '../recipes/recipes.ts';
import type { SkillWorld } from '../skills/world.ts';
import type { OpWriter } from './op-writer.ts';
import type { Wish } from './wishes.ts';

type Add = Extract<Wish, { do: 'add' }>;

export type Added = { readonly id: string; readonly name: LText; readonly isGuess: boolean; readonly made?: Made };

/** A new element; from planning on with the tasks and lines its recipe takes. */
export const addElement = (wish: Add, world: SkillWorld, ops: OpWriter): Added => {
  const project = projectOf(world.records);
  const known = recipeOfName(wish.name);
  const recipe = known ?? genericRecipe;
  const name = freeName(nameOf(wish.name, known), world);
  const dims = known ? { ...recipe.dims, ...wish.dims } : wish.dims;
  const by = wish.near && world.records.element.get(wish.near.elementId)?.name;
  const beside = (lang: Lang): string | undefined => (by ? `${wish.near?.place[lang]} ${said(by, lang)}` : undefined);
  const reason: LText = { he: `נוסף אלמנט: ${name.he ?? name.en}`, en: `New element: ${name.en ?? name.he}` };
  const id = ops.create(
    'element',
    {
      'name.he': name.he,
      'name.en': name.en,
      kind: recipe.kind,
      qty: wish.qty,
      'dims.widthMm': dims.widthMm,
      'dims.heightMm': dims.heightMm,
      'dims.depthMm': dims.depthMm,
      colors: wish.colours.length > 0 ? (wish.colours as unknown as Json) : undefined,
      materials: recipe.materials.length > 0 ? [...recipe.materials] : undefined,
      parentId: wish.parentId,
      'location.he': beside('he'),
      'location.en': beside('en'),
    },
    reason,
  );
  if (project.projectStage === 'ideation') return { id, name, isGuess: !known };
  const made = makeRecipe(
    recipe,
    { dims, qty: wish.qty },
    { policy: world.policy, priceList: world.priceList, currency: project.currency },
  );
  planElement({ id, name, kind: recipe.kind }, made, known ? 'catalog' : 'estimate', ops);
  return { id, name, isGuess: !known, made };
};

/** The tasks and lines of one element, each line linked to its task. Returns the temp ids of the tasks by key. */
export const planElement = (
  element: { readonly id: string; readonly name: LText; readonly kind: Element['kind'] },
  made: Made,
  priceSource: 'catalog' | 'estimate',
  ops: OpWriter,
  dates: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> => {
  const tasks = new Map<string, string>();
  const why: LText = { he: 'לפי המתכון', en: 'By the recipe' };
  for (const task of inOrder(made.tasks)) {
    const id = ops.create(
      'task',
      {
        'title.he': joined(task.title.he, element.name.he ?? element.name.en),
        'title.en': joined(task.title.en, element.name.en ?? element.name.he),
        elementIds: [element.id],
        stage: 'planning',
        granularity: 'mid',
        trade: task.trade,
        estimateMin: task.minutes,
        crew: task.crew,
        'purchase.mode': task.purchase ?? 'none',
        dependsOn: task.after.flatMap((key) => tasks.get(key) ?? []),
        dueDate: dates.get(task.key),
      },
      why,
    );
    tasks.set(task.key, id);
  }
  const linked = (key: string): readonly string[] => [tasks.get(key)].flatMap((id) => id ?? []);
  for (const { label, unit, qtyMilli, wasteBps, price, task } of made.materials)
    ops.create(
      'materialLine',
      {
        'label.he': label.he,
        'label.en': label.en,
        elementId: element.id,
        unit,
        qtyMilli,
        wasteBps,
        unitCostMinor: price.unitCostMinor,
        sku: price.sku,
        supplier: price.supplier,
        priceSource: price.isOwn ? 'supplierQuote' : priceSource,
        priceAsOf: price.priceAsOf,
        'purchase.status': 'needed',
        taskIds: [...linked(task)],
      },
      why,
    );
  for (const { label, trade, kind, pricing, task } of made.work)
    ops.create(
      'workLine',
      {
        'label.he': label.he,
        'label.en': label.en,
        elementId: element.id,
        kind,
        trade,
        pricing: pricing as unknown as Json,
        taskIds: [...linked(task)],
      },
      why,
    );
  return tasks;
};

/** A task after those it waits for. */
const inOrder = (tasks: Made['tasks']): Made['tasks'] => {
  const done = new Set<string>();
  const order: Made['tasks'][number][] = [];
  for (let round = 0; round < tasks.length; round += 1)
    for (const task of tasks)
      if (!done.has(task.key) && task.after.every((key) => done.has(key))) {
        done.add(task.key);
        order.push(task);
      }
  return order;
};

const joined = (title: string | undefined, name: string | undefined): string | undefined =>
  title === undefined ? undefined : name ? `${title} – ${name}` : title;

/** In the language it was said in, and in both when the recipe itself bears this name. */
const nameOf = (spoken: string, recipe: Recipe | undefined): LText => {
  const isHebrew = /[\u05d0-\u05ea]/.test(spoken);
  const text = isHebrew ? spoken : spoken.charAt(0).toUpperCase() + spoken.slice(1);
  const bears = (name: string | undefined): boolean => name !== undefined && normalise(name) === normalise(spoken);
  if (recipe && (bears(recipe.name.he) || bears(recipe.name.en))) return recipe.name;
  return isHebrew ? { he: text } : { en: text };
};

/** Two elements must not have one name: the second gets a number. */
const freeName = (name: LText, world: SkillWorld): LText => {
  const taken = new Set(
    liveOf(world.records.element).flatMap((each) =>
      [each.name.he, each.name.en].flatMap((text) => (text ? [normalise(text)] : [])),
    ),
  );
  const isTaken = (text: string | undefined): boolean => text !== undefined && taken.has(normalise(text));
  if (!isTaken(name.he) && !isTaken(name.en)) return name;
  let nth = 2;
  while (isTaken(name.he && `${name.he} ${nth}`) || isTaken(name.en && `${name.en} ${nth}`)) nth += 1;
  return { ...(name.he ? { he: `${name.he} ${nth}` } : {}), ...(name.en ? { en: `${name.en} ${nth}` } : {}) };
};

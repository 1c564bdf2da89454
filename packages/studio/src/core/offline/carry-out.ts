import type { Json } from '@atelier/kernel/core';
import type { Element, Lang, LText } from '../domain/index.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { andText, countText, dateText, lengthText, minutesText, moneyText, said } from '../language/say.ts';
import { cheaperPrice, recipeFor } from '../recipes/make.ts';
import type { SkillWorld } from '../skills/world.ts';
import { amountText } from '../words/units.ts';
import { type Added, addElement } from './add-element.ts';
import { findSavings, replaceMaterial } from './cheaper.ts';
import type { OpWriter } from './op-writer.ts';
import { recalculate } from './recalculate.ts';
import type { Axis } from './sizes.ts';
import type { Wish } from './wishes.ts';

/** What was done about one wish, in words; or why nothing was. */
export type Done = {
  readonly text: string;
  readonly elementIds: readonly string[];
  readonly added?: Added;
  /** Nothing was written: these requests would be. */
  readonly offers?: readonly string[];
};

export const carryOut = (wish: Wish, world: SkillWorld, ops: OpWriter, lang: Lang): Done => {
  const pick = (he: string, en: string): string => (lang === 'he' ? he : en);
  const { records } = world;
  const elementsOf = (ids: readonly string[]): readonly Element[] => ids.flatMap((id) => records.element.get(id) ?? []);
  const named = (ids: readonly string[]): string =>
    elementsOf(ids)
      .map(({ name }) => said(name, lang))
      .join(', ');
  switch (wish.do) {
    case 'add': {
      const added = addElement(wish, world, ops);
      const label = [said(added.name, lang), ...sidesSaid(wish.dims, lang)].join(', ');
      return { text: pick(`הצעה להוספה: ${label}.`, `Proposed: add ${label}.`), elementIds: [added.id], added };
    }
    case 'leave':
      return {
        text: wish.rest
          ? pick('כל השאר נשאר כמו שהוא.', 'Everything else stays as it is.')
          : pick(`בלי שינוי: ${named(wish.ids)}.`, `Left as it is: ${named(wish.ids)}.`),
        elementIds: [],
      };
    case 'addLine':
      return addLine(wish, world, ops, lang);
    case 'set':
      return setElements(wish, world, ops, lang);
    case 'rename': {
      const own = /[\u05d0-\u05ea]/.test(wish.to) ? 'he' : 'en';
      const other = own === 'he' ? 'en' : 'he';
      const { name } = records.element.get(wish.id) ?? { name: {} as LText };
      // A name in the other language alone is the one that is meant. Beside one in this language it is a translation.
      const isOnly = name[own] === undefined && name[other] !== undefined;
      const changes = { [`name.${own}`]: wish.to, ...(isOnly ? { [`name.${other}`]: null } : {}) };
      ops.set('element', wish.id, changes, { he: 'שם חדש', en: 'New name' });
      const stays = isOnly || name[other] === undefined ? '' : name[other];
      const rest =
        stays === ''
          ? ''
          : pick(
              ` ב${other === 'he' ? 'עברית' : 'אנגלית'} נשאר: ${stays}.`,
              ` In ${other === 'he' ? 'Hebrew' : 'English'} it is still: ${stays}.`,
            );
      return { text: `${pick(`השם החדש: ${wish.to}.`, `New name: ${wish.to}.`)}${rest}`, elementIds: [wish.id] };
    }
    case 'remove':
    case 'restore':
      return wish.entity === 'element' && wish.do === 'remove'
        ? removeElements(wish.ids, world, ops, lang)
        : removeOrRestore(wish, world, ops, lang);
    case 'swap': {
      const price = cheaperPrice(wish.to, {
        policy: world.policy,
        priceList: world.priceList,
        currency: projectOf(records).currency,
      });
      const lines = wish.lineIds.flatMap((id) => records.materialLine.get(id) ?? []);
      const fitting = lines.filter(({ unit }) => unit === price.unit);
      if (fitting.length === 0)
        return {
          text: pick(
            `אי אפשר להחליף ל${said(price.label, lang)}: נמדד ביחידה אחרת.`,
            `Can't swap to ${said(price.label, lang)}: it is measured in another unit.`,
          ),
          elementIds: [],
          offers: [],
        };
      for (const line of fitting) replaceMaterial(line, price, { he: 'החלפת חומר', en: 'Material swapped' }, ops);
      const ids = [...new Set(fitting.flatMap(({ elementId }) => elementId ?? []))];
      return {
        text: pick(
          `החומר החדש: ${said(price.label, lang)} (${countText(fitting.length, 'lines', lang)}).`,
          `New material: ${said(price.label, lang)} (${countText(fitting.length, 'lines', lang)}).`,
        ),
        elementIds: ids,
      };
    }
    case 'moveDay': {
      ops.set('project', projectOf(records).id, { [wish.path]: wish.date }, { he: 'תאריך חדש', en: 'New date' });
      const label = days[wish.path];
      return {
        text: pick(`${label.he}-${dateText(wish.date)}.`, `${label.en} ${dateText(wish.date)}.`),
        elementIds: [],
      };
    }
    case 'cheaper':
      return makeCheaper(wish, world, ops, lang);
    case 'addTask': {
      const lines = wish.minutes === undefined ? {} : { estimateMin: wish.minutes };
      const path = /[\u05d0-\u05ea]/.test(wish.title) ? 'title.he' : 'title.en';
      ops.create(
        'task',
        { [path]: wish.title, elementIds: [...wish.elementIds], stage: 'planning', granularity: 'mid', ...lines },
        { he: 'משימה חדשה', en: 'New task' },
      );
      return {
        text: pick(`הצעה למשימה: ${wish.title}.`, `Proposed task: ${wish.title}.`),
        elementIds: wish.elementIds,
      };
    }
    case 'setTask': {
      for (const id of wish.ids) setTaskTime(id, wish.minutes, world, ops);
      const titles = wish.ids.flatMap((id) => said(records.task.get(id)?.title, lang)).join(', ');
      return { text: `${titles}: ${minutesText(wish.minutes, lang)}.`, elementIds: [] };
    }
    case 'setPrice': {
      for (const id of wish.lineIds)
        ops.set(
          'materialLine',
          id,
          { unitCostMinor: wish.unitCostMinor, priceSource: 'manual' },
          { he: 'מחיר חדש', en: 'New price' },
        );
      const [line] = wish.lineIds.flatMap((id) => records.materialLine.get(id) ?? []);
      const ids = wish.lineIds.flatMap((id) => records.materialLine.get(id)?.elementId ?? []);
      return {
        text: `${said(line?.label, lang)}: ${moneyText(wish.unitCostMinor, projectOf(records).currency)}. ${named(ids)}`.trim(),
        elementIds: ids,
      };
    }
  }
};

/** A material that is bought for an element that is there. */
const addLine = (wish: Extract<Wish, { do: 'addLine' }>, world: SkillWorld, ops: OpWriter, lang: Lang): Done => {
  const element = world.records.element.get(wish.elementId);
  const price = cheaperPrice(wish.sku, {
    policy: world.policy,
    priceList: world.priceList,
    currency: projectOf(world.records).currency,
  });
  const { widthMm = 1_000, heightMm = 1_000, depthMm = 1_000 } = element?.dims ?? {};
  const isGround = element !== undefined && recipeFor(element).recipe.isGround === true;
  const guessed =
    price.unit === 'm'
      ? widthMm
      : price.unit === 'm2'
        ? Math.ceil((widthMm * (isGround ? depthMm : heightMm)) / 1_000)
        : 1_000;
  const qtyMilli = wish.qtyMilli ?? guessed;
  ops.create(
    'materialLine',
    {
      'label.he': price.label.he,
      'label.en': price.label.en,
      elementId: wish.elementId,
      unit: price.unit,
      qtyMilli,
      unitCostMinor: price.unitCostMinor,
      sku: price.sku,
      supplier: price.supplier,
      priceSource: price.isOwn ? 'supplierQuote' : 'catalog',
      priceAsOf: price.priceAsOf,
      'purchase.status': 'needed',
    },
    { he: 'נוסף לפי הבקשה', en: 'Added as asked' },
  );
  const what = `${said(price.label, lang)}, ${amountText(qtyMilli, price.unit, lang)}`;
  return {
    text:
      lang === 'he'
        ? `הצעה להוספה ל${said(element?.name, lang)}: ${what}.`
        : `Proposed for ${said(element?.name, lang)}: ${what}.`,
    elementIds: [wish.elementId],
  };
};

const days: Readonly<Record<'installStart' | 'eventDate' | 'strikeEnd', { readonly he: string; readonly en: string }>> =
  {
    installStart: { he: 'ההקמה עוברת ל', en: 'Install moves to' },
    eventDate: { he: 'האירוע עובר ל', en: 'The event moves to' },
    strikeEnd: { he: 'הפירוק עובר ל', en: 'Strike moves to' },
  };

const setElements = (wish: Extract<Wish, { do: 'set' }>, world: SkillWorld, ops: OpWriter, lang: Lang): Done => {
  const parts: string[] = [];
  for (const id of wish.ids) {
    const element = world.records.element.get(id);
    if (!element) continue;
    const dims = grown(element.dims, wish);
    const changes: Record<string, Json | undefined> = {
      colors: wish.colours.length > 0 ? (wish.colours as unknown as Json) : undefined,
      qty: wish.qty,
    };
    for (const axis of axes)
      if (dims[axis] !== undefined && dims[axis] !== element.dims[axis]) changes[`dims.${axis}`] = dims[axis];
    ops.set('element', id, changes, { he: 'לפי הבקשה', en: 'As asked' });
    const to = { dims: { ...element.dims, ...dims }, qty: wish.qty ?? element.qty };
    const isResized = wish.qty !== undefined || Object.keys(changes).some((path) => path.startsWith('dims.'));
    const isPlanned = projectOf(world.records).projectStage !== 'ideation';
    const { changed, left } = isResized && isPlanned ? recalculate(element, to, world, ops) : { changed: 0, left: 0 };
    parts.push(described(said(element.name, lang), wish, dims, { changed, left }, lang));
  }
  return { text: parts.join(' '), elementIds: wish.ids };
};

const axes: readonly Axis[] = ['widthMm', 'heightMm', 'depthMm'];
const axisNames: Readonly<Record<Axis, { readonly he: string; readonly en: string }>> = {
  widthMm: { he: 'רוחב', en: 'width' },
  heightMm: { he: 'גובה', en: 'height' },
  depthMm: { he: 'עומק', en: 'depth' },
};

/** "רוחב 6 מ׳": the sides that were told, as they were understood. */
const sidesSaid = (dims: Partial<Record<Axis, number>>, lang: Lang): readonly string[] =>
  axes.flatMap((axis) =>
    dims[axis] === undefined ? [] : [`${axisNames[axis][lang]} ${lengthText(dims[axis], lang)}`],
  );

const grown = (now: Element['dims'], { dims, grow }: Extract<Wish, { do: 'set' }>): Partial<Record<Axis, number>> => {
  const next: Partial<Record<Axis, number>> = { ...dims };
  for (const { axes: which, byMm, byBps } of grow)
    for (const axis of which) {
      const before = now[axis];
      if (before === undefined) continue;
      const after = byMm !== undefined ? before + byMm : Math.round((before * (10_000 + (byBps ?? 0))) / 10_000);
      next[axis] = Math.min(100_000, Math.max(1, after));
    }
  return next;
};

const described = (
  name: string,
  wish: Extract<Wish, { do: 'set' }>,
  dims: Partial<Record<Axis, number>>,
  { changed, left }: { readonly changed: number; readonly left: number },
  lang: Lang,
): string => {
  const facts = [
    ...wish.colours.map((colour) => said(colour.name, lang)),
    ...sidesSaid(dims, lang),
    ...(wish.qty === undefined ? [] : [lang === 'he' ? `כמות ${wish.qty}` : `quantity ${wish.qty}`]),
  ];
  const lines =
    changed === 0
      ? ''
      : lang === 'he'
        ? ` ${countText(changed, 'lines', lang)} ${changed === 1 ? 'חושבה' : 'חושבו'} מחדש.`
        : ` Recalculated ${countText(changed, 'lines', lang)}.`;
  const kept =
    left === 0
      ? ''
      : lang === 'he'
        ? ` ${countText(left, 'lines', lang)} ${left === 1 ? 'לא השתנתה, כדאי לבדוק אותה' : 'לא השתנו, כדאי לבדוק אותן'}.`
        : ` ${countText(left, 'lines', lang)} didn’t change; please check ${left === 1 ? 'it' : 'them'}.`;
  return `${name}: ${facts.join(', ')}.${lines}${kept}`;
};

/** The element, what was only made for it, and the links to those tasks. All of it is in the draft to be seen. */
const removeElements = (ids: readonly string[], world: SkillWorld, ops: OpWriter, lang: Lang): Done => {
  const note: LText = { he: 'הוסר לפי הבקשה', en: 'Removed as asked' };
  const names = ids.flatMap((id) => said(world.records.element.get(id)?.name, lang)).join(', ');
  if (projectOf(world.records).projectStage === 'ideation') {
    // Tasks and lines are not touched before planning; reconciliation flags what is left without its element.
    for (const id of ids) ops.tombstone('element', id, note);
    return { text: lang === 'he' ? `${names}: יוסר.` : `${names}: will be removed.`, elementIds: ids };
  }
  const gone = new Set(ids);
  const tasks = liveOf(world.records.task).filter(
    ({ elementIds }) => elementIds.length > 0 && elementIds.every((id) => gone.has(id)),
  );
  const taskIds = new Set(tasks.map(({ id }) => id));
  const materials = liveOf(world.records.materialLine).filter(
    ({ elementId }) => elementId !== null && gone.has(elementId),
  );
  const work = liveOf(world.records.workLine).filter(({ elementId }) => elementId !== null && gone.has(elementId));
  for (const task of liveOf(world.records.task)) {
    const dead = task.dependsOn.filter((id) => taskIds.has(id));
    if (dead.length > 0 && !taskIds.has(task.id)) ops.link('removeRef', 'task', task.id, 'dependsOn', dead, note);
  }
  for (const { id } of materials) ops.tombstone('materialLine', id, note);
  for (const { id } of work) ops.tombstone('workLine', id, note);
  for (const { id } of tasks) ops.tombstone('task', id, note);
  for (const id of ids) ops.tombstone('element', id, note);
  const both = andText(
    countText(tasks.length, 'tasks', lang),
    countText(materials.length + work.length, 'lines', lang),
    lang,
  );
  return {
    text:
      lang === 'he'
        ? `${names}: יוסר, עם ${both}. אפשר להשאיר כל אחת מהן בטיוטה.`
        : `${names}: will be removed, with ${both}. Each can be left out in the draft.`,
    elementIds: ids,
  };
};

const removeOrRestore = (
  wish: Extract<Wish, { do: 'remove' | 'restore' }>,
  world: SkillWorld,
  ops: OpWriter,
  lang: Lang,
): Done => {
  const note: LText =
    wish.do === 'remove'
      ? { he: 'הוסר לפי הבקשה', en: 'Removed as asked' }
      : { he: 'הוחזר לפי הבקשה', en: 'Brought back as asked' };
  const names = wish.ids.flatMap((id) => {
    const entity = world.records[wish.entity].get(id);
    if (!entity) return [];
    if (wish.do === 'remove') ops.tombstone(wish.entity, id, note);
    else ops.restore(wish.entity, id, note);
    return said('title' in entity ? entity.title : 'label' in entity ? entity.label : entity.name, lang);
  });
  const done =
    wish.do === 'remove' ? (lang === 'he' ? 'יוסר' : 'will be removed') : lang === 'he' ? 'יוחזר' : 'comes back';
  return { text: `${names.join(', ')}: ${done}.`, elementIds: wish.entity === 'element' ? wish.ids : [] };
};

const setTaskTime = (id: string, minutes: number, world: SkillWorld, ops: OpWriter): void => {
  const task = world.records.task.get(id);
  if (!task) return;
  const why: LText = { he: 'זמן חדש', en: 'New time' };
  ops.set('task', id, { estimateMin: minutes }, why);
  // The work that was priced by this task's time follows it.
  for (const line of liveOf(world.records.workLine))
    if (line.taskIds.includes(id) && line.pricing.mode === 'hourly' && line.pricing.minutes === task.estimateMin)
      ops.set('workLine', line.id, { pricing: { ...line.pricing, minutes } as unknown as Json }, why);
};

const makeCheaper = (wish: Extract<Wish, { do: 'cheaper' }>, world: SkillWorld, ops: OpWriter, lang: Lang): Done => {
  const pick = (he: string, en: string): string => (lang === 'he' ? he : en);
  const { currency } = projectOf(world.records);
  const elements =
    wish.ids.length > 0 ? wish.ids.flatMap((id) => world.records.element.get(id) ?? []) : liveOf(world.records.element);
  const { chosen, savedMinor, directMinor, isEnough } = findSavings(elements, wish.bps, world);
  const saved = moneyText(savedMinor, currency);
  const share = directMinor === 0 ? 0 : Math.floor((savedMinor * 10_000) / directMinor);
  const names = elements.map(({ name }) => said(name, lang)).join(', ');
  if (chosen.length === 0)
    return {
      text: pick(
        `לא מצאתי חומר זול יותר ל: ${names}. אפשר להקטין מידות, להחליף חומר או לוותר על פריט.`,
        `I found no cheaper material for: ${names}. You can reduce a size, swap a material or drop an item.`,
      ),
      elementIds: [],
      offers: elements.slice(0, 1).flatMap((element) => smaller(element, lang)),
    };
  if (wish.bps !== undefined && !isEnough)
    return {
      text: pick(
        `אפשר לחסוך עד ${saved} (${share / 100}%), פחות מ-${wish.bps / 100}%. ${chosen.map(({ why }) => said(why, lang)).join(', ')}.`,
        `At most ${saved} (${share / 100}%) can be saved, less than ${wish.bps / 100}%: ${chosen.map(({ why }) => said(why, lang)).join(', ')}.`,
      ),
      elementIds: [],
      offers: [
        ...elements
          .slice(0, 1)
          .map((element) =>
            pick(`להוזיל את ${said(element.name, lang)}`, `make the ${said(element.name, lang)} cheaper`),
          ),
        ...elements.slice(0, 1).flatMap((element) => smaller(element, lang)),
      ],
    };
  for (const { line, price, why } of chosen) replaceMaterial(line, price, why, ops);
  return {
    text: pick(
      `חיסכון של ${saved} בעלות הישירה (${share / 100}%): ${chosen.map(({ why }) => said(why, lang)).join(', ')}.`,
      `Saves ${saved} of direct cost (${share / 100}%): ${chosen.map(({ why }) => said(why, lang)).join(', ')}.`,
    ),
    elementIds: [...new Set(chosen.map(({ element }) => element.id))],
  };
};

/** The same element a tenth narrower, as a request that can be sent. */
const smaller = (element: Element, lang: Lang): readonly string[] => {
  const width = element.dims.widthMm;
  if (width === undefined) return [];
  const to = Math.round((width * 9) / 100) * 10;
  return [
    lang === 'he'
      ? `תעשה את ${said(element.name, lang)} ברוחב ${lengthText(to, lang)}`
      : `make the ${said(element.name, lang)} ${lengthText(to, lang)} wide`,
  ];
};

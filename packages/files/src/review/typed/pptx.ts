import type { ReviewItem } from '@atelier/contracts';
import { unitsOf } from '../../pptx/changes.ts';
import { type Compared, pairShapes, type Side, type SlidePair } from '../../pptx/compared.ts';
import { otherSlideChanges, shapeDifferences } from '../../pptx/diff.ts';
import { notesText } from '../../pptx/map.ts';
import type { Slide } from '../../pptx/pptx-file.ts';
import { shapesOf, shapeText, titleOf } from '../../pptx/shapes.ts';
import { type Built, sidesOf } from './built.ts';

type SlideItem = Extract<ReviewItem, { what: 'slide' }>;
type Sides = { readonly before: Side | null; readonly after: Side | null };

/** Every slide that came, went, moved or changed, with its shapes, texts and notes. */
export const buildPptx = (compared: Compared): Built => {
  const units = unitsOf(compared);
  const items = compared.pairs.flatMap((pair, at): ReviewItem[] => {
    if (pair.status === 'same') return [];
    const changes = units.flatMap(({ id, effect }) => ('pair' in effect && effect.pair === pair ? [id] : []));
    return [slideItem(compared, pair, at, changes)];
  });
  return {
    kind: 'pptx',
    items,
    groups: titlesOf(items),
    changes: units.map(({ id, label, requires }) => ({ id, label, requires })),
    also: otherSlideChanges(compared),
    isDivisible: true,
  };
};

export const buildWholePptx = (side: Side, status: 'added' | 'removed'): Built => {
  const items = side.file.slides.map((slide, at) =>
    slideItem(
      { before: status === 'added' ? null : side, after: status === 'added' ? side : null },
      {
        status,
        before: status === 'added' ? undefined : slide,
        after: status === 'added' ? slide : undefined,
        changed: false,
      },
      at,
      ['whole'],
    ),
  );
  return { kind: 'pptx', items, groups: titlesOf(items), changes: [], also: [], isDivisible: false };
};

const titlesOf = (items: readonly ReviewItem[]): ReadonlyMap<string, string> =>
  new Map(items.flatMap((item) => (item.what === 'slide' ? [[item.group, item.title ?? '']] : [])));

const slideItem = (sides: Sides, pair: SlidePair, at: number, changes: readonly string[]): SlideItem => {
  const [old, made] = [pair.before, pair.after];
  const number = (made ?? old)?.index ?? 0;
  return {
    what: 'slide',
    id: `slide:${at}`,
    group: `slide:${at}`,
    place: { at: 'slide', number: number + 1 },
    status: pair.status === 'same' ? 'changed' : pair.status,
    changes: [...changes],
    title: titleAt(sides.after, made) ?? titleAt(sides.before, old),
    numberBefore: old ? old.index + 1 : null,
    numberAfter: made ? made.index + 1 : null,
    shapes: shapesIn(sides, old, made),
    notes: notesIn(sides, old, made),
    ...(old && made && old.hidden !== made.hidden ? { isHidden: { before: old.hidden, after: made.hidden } } : {}),
  };
};

const titleAt = (side: Side | null, slide: Slide | undefined): string | null =>
  side && slide ? titleOf(shapesOf(side.pkg, slide.part)) : null;

const shapesIn = ({ before, after }: Sides, old: Slide | undefined, made: Slide | undefined): SlideItem['shapes'] => {
  const shapes = (side: Side | null, slide: Slide | undefined) => (side && slide ? shapesOf(side.pkg, slide.part) : []);
  return pairShapes(shapes(before, old), shapes(after, made)).flatMap(
    ({ before: was, after: is }): SlideItem['shapes'] => {
      const sides = sidesOf(was ? shapeText(was) : null, is ? shapeText(is) : null);
      const name = (is ?? was)?.name ?? '';
      if (!was || !is || !before || !after || !old || !made)
        return [{ name, status: is ? 'added' : 'removed', differs: [], ...sides }];
      const differs = shapeDifferences(before, after, was, is, [old.part, made.part]);
      return differs.length === 0 ? [] : [{ name, status: 'changed', differs: [...differs], ...sides }];
    },
  );
};

const notesIn = ({ before, after }: Sides, old: Slide | undefined, made: Slide | undefined): SlideItem['notes'] => {
  const notes = (side: Side | null, slide: Slide | undefined): string | null =>
    (side && slide ? notesText(side.pkg, slide) : null) || null;
  const [was, is] = [notes(before, old), notes(after, made)];
  return was === is ? null : sidesOf(was, is);
};

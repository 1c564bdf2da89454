import type { JsonObject } from '@atelier/kernel/core';
import { describePart, isPlumbing } from '../package/describe-part.ts';
import { sourceOf } from '../package/index.ts';
import type { DiffAnswer, DiffRequest } from '../tools/kind-handler.ts';
import { changesOf } from './changes.ts';
import { type Compared, comparePptx, openSide, pairShapes, type Side, type SlidePair } from './compared.ts';
import { notesText } from './map.ts';
import { type Shape, shapesOf, shapeText, titleOf } from './shapes.ts';
import { type RenderMode, slideContent } from './slide-content.ts';
import { runLook } from './text-body.ts';

/** The typed diff of two presentations: every slide's fate, and one slide side by side. */
export const diffPptx = async ({ reference, draft, options }: DiffRequest): Promise<DiffAnswer> => {
  const mode: RenderMode = options.detail === 'positioned' ? 'positioned' : 'layout_lite';
  if (!reference || !draft)
    return oneSided(reference ? await openSide(reference) : null, draft ? await openSide(draft) : null, mode, options);
  const compared = await comparePptx(reference, draft);
  const { before, after, pairs } = compared;
  const first = pairs.findIndex(({ status }) => status !== 'same');
  const index = typeof options.slide_index === 'number' ? options.slide_index : Math.max(0, first);
  const chosen = pairs[index];
  const count = (status: SlidePair['status']) => pairs.filter((each) => each.status === status).length;
  return {
    body: {
      slide_count: pairs.length,
      slide_index: index,
      slides: pairs.map((pair, at) => slideRow(compared, pair, at)),
      baseline: chosen?.before ? slideContent(before.file, chosen.before, mode) : null,
      draft: chosen?.after ? slideContent(after.file, chosen.after, mode) : null,
      shape_changes: chosen ? shapeChanges(compared, chosen) : [],
      changes: changesOf(compared).map(({ id, label, requires }) => ({ id, label, requires })),
    },
    stats: {
      changed: pairs.filter(({ changed }) => changed).length,
      added: count('added'),
      removed: count('removed'),
      moved: count('moved'),
    },
    other_changes: otherSlideChanges(compared),
  };
};

/** Parts that differ and belong to no slide, in words. */
export const otherSlideChanges = ({ otherParts, before }: Compared): string[] =>
  [
    ...new Set(otherParts.filter((name) => !isPlumbing(name) && name !== before.file.main).map(describePart)),
  ].toSorted();

const slideRow = (
  { before, after }: Compared,
  { status, before: old, after: made, changed }: SlidePair,
  index: number,
): JsonObject => {
  const title = made ? titleOf(shapesOf(after.pkg, made.part)) : old ? titleOf(shapesOf(before.pkg, old.part)) : null;
  return { index, status, changed, title, before: old?.index ?? null, after: made?.index ?? null };
};

/** What changed on one slide, shape by shape: text, geometry, format, image, table, notes. */
export const shapeChanges = ({ before, after }: Compared, pair: SlidePair): JsonObject[] => {
  if (!pair.before || !pair.after) return [];
  const changes: JsonObject[] = [];
  for (const { before: old, after: made } of pairShapes(
    shapesOf(before.pkg, pair.before.part),
    shapesOf(after.pkg, pair.after.part),
  )) {
    const id = (made ?? old)?.id ?? 0;
    const name = (made ?? old)?.name ?? '';
    if (!old || !made) {
      changes.push({
        shape_id: id,
        name,
        status: made ? 'added' : 'removed',
        what: [],
        before: old ? shapeText(old) : null,
        after: made ? shapeText(made) : null,
      });
      continue;
    }
    const what = shapeDifferences(before, after, old, made, [pair.before.part, pair.after.part]);
    if (what.length > 0)
      changes.push({ shape_id: id, name, status: 'changed', what, before: shapeText(old), after: shapeText(made) });
  }
  const [was, is] = [notesText(before.pkg, pair.before), notesText(after.pkg, pair.after)];
  if (was !== is)
    changes.push({ shape_id: null, name: 'Notes', status: 'changed', what: ['notes'], before: was, after: is });
  return changes;
};

export type ShapeDifference = 'text' | 'geometry' | 'format' | 'image' | 'table';

export const shapeDifferences = (
  before: Side,
  after: Side,
  old: Shape,
  made: Shape,
  [oldPart, madePart]: readonly [string, string],
): ShapeDifference[] => {
  const what: ShapeDifference[] = [];
  if (old.table || made.table) {
    if (shapeText(old) !== shapeText(made)) what.push('table');
  } else if (shapeText(old) !== shapeText(made)) what.push('text');
  if (JSON.stringify(old.box) !== JSON.stringify(made.box)) what.push('geometry');
  if (JSON.stringify(looksOf(old)) !== JSON.stringify(looksOf(made))) what.push('format');
  const picture = (side: Side, { picture: part }: Shape) =>
    part !== undefined && side.pkg.has(part) ? side.pkg.bytes(part).toString('base64') : '';
  if (picture(before, old) !== picture(after, made)) what.push('image');
  const source = (side: Side, part: string, { element }: Shape) => sourceOf(side.pkg.xml(part), element);
  if (what.length === 0 && source(before, oldPart, old) !== source(after, madePart, made)) what.push('format');
  return what;
};

const looksOf = ({ paragraphs }: Shape) =>
  paragraphs.map(({ level, runs }) => [level, runs.map(({ element }) => runLook(element))]);

const oneSided = (before: Side | null, after: Side | null, mode: RenderMode, options: JsonObject): DiffAnswer => {
  const side = after ?? before;
  const slides = side?.file.slides ?? [];
  const index = typeof options.slide_index === 'number' ? options.slide_index : 0;
  const slide = slides[index];
  const content = side && slide ? slideContent(side.file, slide, mode) : null;
  const status = after ? 'added' : 'removed';
  return {
    body: {
      slide_count: slides.length,
      slide_index: index,
      slides: slides.map(({ index: at, part }) => ({
        index: at,
        status,
        changed: false,
        title: side ? titleOf(shapesOf(side.pkg, part)) : null,
        before: after ? null : at,
        after: after ? at : null,
      })),
      baseline: after ? null : content,
      draft: after ? content : null,
      shape_changes: [],
      changes: side ? [{ id: 'file', label: after ? 'File added' : 'File removed', requires: [] }] : [],
    },
    stats: { changed: 0, added: after ? slides.length : 0, removed: after ? 0 : slides.length, moved: 0 },
    other_changes: [],
  };
};

import { readFile } from 'node:fs/promises';
import { partsDiffer } from '../office/parts-differ.ts';
import { type OpcPackage, openPackage } from '../package/index.ts';
import type { Source } from '../tools/kind-handler.ts';
import { notesText } from './map.ts';
import { type PptxFile, pptxOf, type Slide } from './pptx-file.ts';
import { namedAlike } from './same-names.ts';
import type { Shape } from './shapes.ts';
import { twinsOf } from './slide-twins.ts';

export type Side = { readonly pkg: OpcPackage; readonly file: PptxFile };

export type SlidePair = {
  readonly status: 'same' | 'changed' | 'added' | 'removed' | 'moved';
  readonly before: Slide | undefined;
  readonly after: Slide | undefined;
  /** Moved, and its content changed too. */
  readonly changed: boolean;
};

export type Compared = {
  readonly before: Side;
  readonly after: Side;
  readonly pairs: readonly SlidePair[];
  readonly otherParts: readonly string[];
};

export const openSide = async (source: Source): Promise<Side> => {
  const pkg = openPackage(await readFile(source.file), { tolerateBadCrc: true });
  return { pkg, file: pptxOf(pkg) };
};

export const comparePptx = async (reference: Source, draft: Source): Promise<Compared> => {
  const [before, stored] = [await openSide(reference), await openSide(draft)];
  const twins = twinsOf(before, stored);
  const after = namedAlike(before, stored, twins);
  const pairs = pairSlides(before, after, twins);
  const explained = new Set(
    pairs.flatMap(({ before: old, after: made }) => [old, made].flatMap((slide) => (slide ? partsOf(slide) : []))),
  );
  const names = [...new Set([...before.pkg.names(), ...after.pkg.names()])];
  const differ = names.filter((name) => !explained.has(name) && partsDiffer(before.pkg, after.pkg, name));
  // Other names alone are a difference, too.
  const otherParts = [...new Set(after === stored ? differ : [...differ, after.file.main])].toSorted();
  return { before, after, pairs, otherParts };
};

const partsOf = ({ part, notes }: Slide): string[] => (notes === undefined ? [part] : [part, notes]);

/** A slide that only changed its place moved. */
const pairSlides = (before: Side, after: Side, twins: ReadonlyMap<number, Slide>): SlidePair[] => {
  const kept = after.file.slides.flatMap(({ index }) => twins.get(index) ?? []);
  const stays = inOrder(kept.map(({ index }) => index));
  const pairs = after.file.slides.map((slide): SlidePair => {
    const twin = twins.get(slide.index);
    if (!twin) return { status: 'added', before: undefined, after: slide, changed: false };
    const changed = contentDiffers(before, after, twin, slide);
    if (!stays.has(twin.index)) return { status: 'moved', before: twin, after: slide, changed };
    return { status: changed ? 'changed' : 'same', before: twin, after: slide, changed };
  });
  const gone = before.file.slides.filter((slide) => !kept.includes(slide));
  return [
    ...pairs,
    ...gone.map((slide): SlidePair => ({ status: 'removed', before: slide, after: undefined, changed: false })),
  ];
};

const contentDiffers = (before: Side, after: Side, old: Slide, made: Slide): boolean =>
  partsDiffer(before.pkg, after.pkg, old.part, made.part) ||
  notesText(before.file.parts, old) !== notesText(after.file.parts, made) ||
  old.layout !== made.layout;

/** The longest run of slides that kept their order; the others are the ones that moved. */
const inOrder = (indexes: readonly number[]): ReadonlySet<number> => {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [at, value] of indexes.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((indexes[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[at] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = at;
  }
  const kept = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) kept.add(indexes[at] ?? -1);
  return kept;
};

export type ShapePair = { readonly before: Shape | undefined; readonly after: Shape | undefined };

/** Shapes go together by id. */
export const pairShapes = (before: readonly Shape[], after: readonly Shape[]): ShapePair[] => [
  ...after.map((shape) => ({ before: before.find(({ id }) => id === shape.id), after: shape })),
  ...before
    .filter((shape) => !after.some(({ id }) => id === shape.id))
    .map((shape) => ({ before: shape, after: undefined })),
];

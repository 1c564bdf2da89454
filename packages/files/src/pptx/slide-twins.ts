import type { Side } from './compared.ts';
import { notesText } from './map.ts';
import type { Slide } from './pptx-file.ts';
import { shapesOf, shapeText } from './shapes.ts';

/** Half of the words: less is another slide. */
const alike = 0.5;
/** Each slide without a twin is held against each other one. */
const mostTried = 300;

/**
 * The slide of the reference that each slide of the draft goes on, by its place in the draft. What a slide says decides
 * before its id and its part: many programs number both by place, so that after a move they belong to another slide.
 */
export const twinsOf = (before: Side, after: Side): ReadonlyMap<number, Slide> => {
  const free = new Set(before.file.slides);
  const twins = new Map<number, Slide>();
  const pair = (find: (made: Slide) => Slide | undefined): void => {
    for (const made of after.file.slides) {
      const old = twins.has(made.index) ? undefined : find(made);
      if (!old) continue;
      free.delete(old);
      twins.set(made.index, old);
    }
  };
  const freeWithId = (id: string) => [...free].find(({ slideId }) => slideId === id);

  for (const withNotes of [true, false]) {
    const old = new Map([...free].map((slide) => [slide, contentOf(before, slide, withNotes)]));
    const made = new Map(after.file.slides.map((slide) => [slide, contentOf(after, slide, withNotes)]));
    pair((slide) => {
      const own = freeWithId(slide.slideId);
      return own && old.get(own) === made.get(slide) ? own : undefined;
    });
    pair((slide) => [...free].find((each) => old.get(each) === made.get(slide)));
  }

  const left = after.file.slides.filter(({ index }) => !twins.has(index));
  const words = new Map([
    ...[...free].map((slide) => [slide, wordsOf(before, slide)] as const),
    ...left.map((slide) => [slide, wordsOf(after, slide)] as const),
  ]);
  const shared = (old: Slide, made: Slide) => countShared(words.get(old) ?? [], words.get(made) ?? []);
  const length = (slide: Slide) => words.get(slide)?.length ?? 0;
  const likeness = (old: Slide, made: Slide) => (2 * shared(old, made)) / Math.max(1, length(old) + length(made));
  if (free.size <= mostTried && left.length <= mostTried) {
    const likest = left
      .flatMap((made) => [...free].map((old) => ({ old, made, by: likeness(old, made) + byId(old, made) })))
      .filter(({ by }) => by > alike)
      .toSorted((a, b) => b.by - a.by);
    for (const { old, made } of likest) pair((each) => (each === made && free.has(old) ? old : undefined));
  }
  pair((made) => {
    const old = freeWithId(made.slideId);
    return old && (old.part === made.part || shared(old, made) >= alike * length(old)) ? old : undefined;
  });
  return twins;
};

/** Of two slides that are as much alike, the one of the same id is meant. */
const byId = (old: Slide, made: Slide): number => (old.slideId === made.slideId ? 0.1 : 0);

/**
 * Everything a slide shows, whatever its parts are called; two slides of one picture each differ by the picture.
 * Checksums do here: two contents that share one are compared later, byte by byte.
 */
const contentOf = ({ pkg }: Side, slide: Slide, withNotes: boolean): string => {
  const printOf = (part: string): string => {
    const entry = pkg.zip.byName.get(part);
    return entry ? `${entry.crc} ${entry.size}` : part;
  };
  const links = pkg.relationships(slide.part).map(({ id, kind, part, target, external }) => {
    if (external) return `${id} ${kind} ${target}`;
    if (kind === 'slideLayout') return `${kind} ${part}`;
    if (kind === 'notesSlide') return withNotes ? `${kind} ${notesText(pkg, slide)}` : '';
    return kind === 'slide' || part === undefined ? `${id} ${kind}` : `${id} ${kind} ${printOf(part)}`;
  });
  return [printOf(slide.part), ...links.toSorted()].join('\n');
};

const wordsOf = ({ pkg }: Side, slide: Slide): readonly string[] =>
  shapesOf(pkg, slide.part)
    .map(shapeText)
    .join('\n')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const countShared = (left: readonly string[], right: readonly string[]): number => {
  const counts = new Map<string, number>();
  for (const word of left) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of right) {
    const count = counts.get(word) ?? 0;
    if (count > 0) shared += 1;
    counts.set(word, count - 1);
  }
  return shared;
};

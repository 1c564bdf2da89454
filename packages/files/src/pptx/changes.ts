import { partsDiffer } from '../office/parts-differ.ts';
import { describePart, isPlumbing } from '../package/describe-part.ts';
import { sourceOf } from '../package/index.ts';
import { ownerOfRelationships, relationshipsPartOf } from '../package/part-names.ts';
import type { Change } from '../tools/kind-handler.ts';
import { type Compared, pairShapes, type Side, type SlidePair } from './compared.ts';
import { notesText } from './map.ts';
import type { Slide } from './pptx-file.ts';
import { changedFrame } from './presentation-frame.ts';
import { type Shape, shapesOf, shapeText, titleOf } from './shapes.ts';

/** What a change does to the package; composing a result walks these. */
export type Unit = Change & { readonly effect: Effect };

export type Effect =
  | { readonly kind: 'add_slide' | 'remove_slide' | 'move_slide'; readonly pair: SlidePair }
  | {
      readonly kind: 'shape';
      readonly pair: SlidePair;
      readonly before: Shape | undefined;
      readonly after: Shape | undefined;
    }
  /** The slide as a whole: where its shapes cannot be taken one by one, or what stands around them. */
  | { readonly kind: 'slide'; readonly pair: SlidePair }
  | { readonly kind: 'around'; readonly pair: SlidePair }
  | { readonly kind: 'notes'; readonly pair: SlidePair }
  | { readonly kind: 'parts'; readonly names: readonly string[] }
  /** Elements of the presentation part that are no slides. */
  | { readonly kind: 'frame'; readonly names: readonly string[] };

export const changesOf = (compared: Compared): readonly Change[] =>
  unitsOf(compared).map(({ id, label, requires }) => ({ id, label, requires }));

export const unitsOf = (compared: Compared): readonly Unit[] => {
  const { before, after } = compared;
  // Slides stand on layouts and masters: where those came or went, half of the slides would stand on nothing.
  if (before.file.main !== after.file.main || groundOf(before) !== groundOf(after))
    return [unit('file', 'The whole presentation', { kind: 'parts', names: [] })];
  const slides = keepingOne(
    compared,
    compared.pairs.flatMap((pair) => slideUnits(compared, pair)),
  );
  // What a slide taken as a whole leads to comes with it and is no change of its own.
  const carried = new Set(
    slides.flatMap(({ effect }) =>
      effect.kind === 'slide' && effect.pair.before && effect.pair.after
        ? [...reachable(before, effect.pair.before.part), ...reachable(after, effect.pair.after.part)]
        : [],
    ),
  );
  const links = linkUnits(compared, carried);
  const linked = new Set(links.flatMap(({ effect }) => (effect.kind === 'parts' ? effect.names : [])));
  const units = [...slides, ...frameUnits(compared, slides), ...links, ...partUnits(compared, carried, linked)];
  // Where nothing can be told of a difference, that there is one is a change all the same.
  if (units.length > 0 || compared.otherParts.length === 0) return units;
  return [unit('details', 'Details that no slide shows', { kind: 'parts', names: [] })];
};

/** Where every slide went and others came, the last that goes needs one that came: a presentation keeps one slide. */
const keepingOne = ({ pairs }: Compared, units: readonly Unit[]): readonly Unit[] => {
  if (pairs.some(({ before, after }) => before && after)) return units;
  const added = units.find(({ effect }) => effect.kind === 'add_slide');
  const last = units.findLast(({ effect }) => effect.kind === 'remove_slide');
  if (!added || !last) return units;
  return units.map((each) => (each === last ? { ...each, requires: [...each.requires, added.id] } : each));
};

const FRAMES: Readonly<Record<string, string>> = {
  sldSz: 'slide size',
  notesSz: 'size of notes pages',
  custShowLst: 'custom shows',
  defaultTextStyle: 'text style',
  modifyVerifier: 'protection',
  embeddedFontLst: 'fonts',
  extLst: 'sections',
};

const frameUnits = (compared: Compared, slides: readonly Unit[]): Unit[] => {
  const names = changedFrame(compared);
  if (names.length === 0) return [];
  const words = [...new Set(names.map((name) => FRAMES[name] ?? 'settings'))].join(', ');
  // Sections and shows name slides, so they come with all slides that came, went or moved.
  const needed = slides.filter(({ effect }) => ['add_slide', 'remove_slide', 'move_slide'].includes(effect.kind));
  return [
    unit(
      'presentation',
      `Presentation changed: ${words}`,
      { kind: 'frame', names },
      needed.map(({ id }) => id),
    ),
  ];
};

const groundOf = ({ pkg }: Side): string =>
  pkg
    .names()
    .filter((name) => /\/(?:slideMasters|slideLayouts)\/[^/]+\.xml$/.test(name))
    .toSorted()
    .join();

const unit = (id: string, label: string, effect: Effect, requires: readonly string[] = []): Unit => ({
  id,
  label,
  requires,
  effect,
});
const nameOf = (side: Side, slide: Slide): string =>
  (titleOf(shapesOf(side.pkg, slide.part)) ?? `slide ${slide.index + 1}`).slice(0, 60);

const slideUnits = (compared: Compared, pair: SlidePair): Unit[] => {
  const { before, after } = compared;
  if (!pair.before)
    return pair.after
      ? [unit(`add:${pair.after.slideId}`, `Slide added: ${nameOf(after, pair.after)}`, { kind: 'add_slide', pair })]
      : [];
  if (!pair.after)
    return [
      unit(`remove:${pair.before.slideId}`, `Slide removed: ${nameOf(before, pair.before)}`, {
        kind: 'remove_slide',
        pair,
      }),
    ];
  const id = pair.before.slideId;
  const name = nameOf(after, pair.after);
  const content = contentUnits(compared, pair, id, name);
  // A slide taken as a whole brings its notes along.
  const isWhole = content.some(({ effect }) => effect.kind === 'slide');
  const notesDiffer = notesText(before.pkg, pair.before) !== notesText(after.pkg, pair.after);
  return [
    ...(pair.status === 'moved' ? [unit(`move:${id}`, `Slide moved: ${name}`, { kind: 'move_slide', pair })] : []),
    ...content,
    ...(notesDiffer && !isWhole ? [unit(`notes:${id}`, `Notes changed: ${name}`, { kind: 'notes', pair })] : []),
    ...(notesDiffer || isWhole ? [] : notesPageUnits(compared, pair.before, pair.after, name)),
  ];
};

/** A notes page that says the same and looks different. */
const notesPageUnits = ({ before, after }: Compared, old: Slide, made: Slide, name: string): Unit[] => {
  const { notes } = made;
  if (notes === undefined || notes !== old.notes || !partsDiffer(before.pkg, after.pkg, notes)) return [];
  return [unit(`part:${notes}`, `Notes page changed: ${name}`, { kind: 'parts', names: [notes] })];
};

/** What the links of charts, masters and notes lead to, with what came or went at their end. */
const linkUnits = ({ before, after, otherParts, pairs }: Compared, carried: ReadonlySet<string>): Unit[] => {
  const slides = new Set(pairs.flatMap(({ before: old, after: made }) => [old?.part, made?.part]));
  return otherParts.flatMap((links) => {
    const owner = ownerOfRelationships(links);
    if (owner === undefined || owner === before.file.main || slides.has(owner) || carried.has(owner)) return [];
    if (!before.pkg.has(owner) || !after.pkg.has(owner) || linksOf(before, owner) === linksOf(after, owner)) return [];
    const moved = [...new Set([...reachable(before, owner), ...reachable(after, owner)])].filter(
      (name) => before.pkg.has(name) !== after.pkg.has(name),
    );
    // A part and its links name each other.
    const needed = otherParts.includes(owner) ? [`part:${owner}`] : [];
    const effect: Effect = { kind: 'parts', names: [links, ...moved] };
    return [unit(`part:${links}`, `Links changed: ${describePart(owner)}`, effect, needed)];
  });
};

/** What a part's relations say, its notes page apart: notes come and go on their own. */
const linksOf = ({ pkg }: Side, part: string): string =>
  pkg
    .relationships(part)
    .filter(({ kind }) => kind !== 'notesSlide')
    .map(({ id, type, target, external }) => `${id} ${type} ${target} ${external}`)
    .toSorted()
    .join('\n');

const contentUnits = ({ before, after }: Compared, pair: SlidePair, id: string, name: string): Unit[] => {
  if (!pair.before || !pair.after) return [];
  // New links or pictures belong to the slide as a whole: half of them would point at nothing.
  const linksDiffer = linksOf(before, pair.before.part) !== linksOf(after, pair.after.part);
  if (!linksDiffer && !partsDiffer(before.pkg, after.pkg, pair.before.part, pair.after.part)) return [];
  const [old, made] = [before.pkg.xml(pair.before.part), after.pkg.xml(pair.after.part)];
  const shapes = pairShapes(shapesOf(before.pkg, pair.before.part), shapesOf(after.pkg, pair.after.part)).filter(
    ({ before: was, after: is }) => !was || !is || sourceOf(old, was.element) !== sourceOf(made, is.element),
  );
  const whole = [unit(`slide:${id}`, `Slide changed: ${name}`, { kind: 'slide', pair })];
  if (
    linksDiffer ||
    !isFlat(shapes) ||
    hasTwins(shapesOf(before.pkg, pair.before.part)) ||
    hasTwins(shapesOf(after.pkg, pair.after.part))
  )
    return whole;
  const around = frameOf(before, pair.before) !== frameOf(after, pair.after);
  return [
    ...shapes.map(({ before: was, after: is }) =>
      unit(
        `shape:${id}:${(is ?? was)?.id}`,
        `${was ? (is ? 'Changed' : 'Removed') : 'Added'} on ${name}: ${shapeText((is ?? was) as Shape).slice(0, 60) || (is ?? was)?.name}`,
        { kind: 'shape', pair, before: was, after: is },
      ),
    ),
    ...(around ? [unit(`around:${id}`, `Background, animation or transition: ${name}`, { kind: 'around', pair })] : []),
  ];
};

/** A shape that came or went inside a group changes the group, not just itself. */
const isFlat = (shapes: readonly { before: Shape | undefined; after: Shape | undefined }[]): boolean =>
  shapes.every(({ before, after }) => (before && after) || (before ?? after)?.element.parent?.local === 'spTree');

const hasTwins = (shapes: readonly Shape[]): boolean => new Set(shapes.map(({ id }) => id)).size !== shapes.length;

/** A slide's text with its shapes taken out: what stands around them. */
export const frameOf = ({ pkg }: Side, slide: Slide): string => {
  const { source } = pkg.xml(slide.part);
  let text = '';
  let at = 0;
  for (const { element } of shapesOf(pkg, slide.part)) {
    text += source.slice(at, element.start);
    at = element.end;
  }
  return text + source.slice(at);
};

const partUnits = (
  { before, after, otherParts, pairs }: Compared,
  carried: ReadonlySet<string>,
  linked: ReadonlySet<string>,
): Unit[] => {
  const ofSlides = new Set(
    pairs.flatMap(({ before: old, after: made }) => [
      ...(made && !old ? reachable(after, made.part) : []),
      ...(old && !made ? reachable(before, old.part) : []),
      ...(old && made ? [...reachable(before, old.part), ...reachable(after, made.part)] : []),
    ]),
  );
  const rest = otherParts.filter(
    (name) =>
      !isPlumbing(name) &&
      name !== before.file.main &&
      !carried.has(name) &&
      !linked.has(name) &&
      !(ofSlides.has(name) && before.pkg.has(name) !== after.pkg.has(name)),
  );
  const grouped = rest.filter((name) => before.pkg.has(name) !== after.pkg.has(name));
  return [
    ...rest
      .filter((name) => !grouped.includes(name))
      .map((name) => {
        const links = relationshipsPartOf(name);
        const needed = linked.has(links) ? [`part:${links}`] : [];
        return unit(`part:${name}`, `Changed: ${describePart(name)}`, { kind: 'parts', names: [name] }, needed);
      }),
    ...(grouped.length > 0
      ? [
          unit('structure', `Parts added or removed: ${grouped.map(describePart).join(', ')}`, {
            kind: 'parts',
            names: grouped,
          }),
        ]
      : []),
  ];
};

/** A part and everything it leads to, stopping at what slides share. */
export const reachable = ({ pkg }: Side, from: string): string[] => {
  const found = new Set<string>();
  const walk = (part: string) => {
    if (found.has(part) || !pkg.has(part)) return;
    found.add(part);
    for (const { part: next, kind } of pkg.relationships(part)) {
      if (next !== undefined && !['slideLayout', 'slideMaster', 'notesMaster', 'theme', 'slide'].includes(kind))
        walk(next);
    }
  };
  walk(from);
  return [...found];
};

import {
  attributeOf,
  childOf,
  createPackageEdit,
  createXmlEdit,
  descendantsOf,
  elementsOf,
  flagOf,
  followOne,
  ns,
  type PackageEdit,
  type Parts,
  textOf,
  type XmlElement,
} from '../package/index.ts';
import { writeZipFile } from '../package/zip-write.ts';
import { notesText } from '../pptx/map.ts';
import { openPptx, type PptxFile, type Slide } from '../pptx/pptx-file.ts';
import { type Shape, shapesOf, shapeText } from '../pptx/shapes.ts';
import { runLook } from '../pptx/text-body.ts';
import type { Source } from '../tools/kind-handler.ts';
import { hexOf, isSameColour } from './colours.ts';
import { createFindings, type Findings, type HiddenAnswer, type HiddenTake, type HiddenWhat } from './finding.ts';

const tiniestPoints = 2;

/** What a presentation holds that nobody in the room sees. With `take`, a copy without it is written to `output`. */
export const hiddenInPptx = async (source: Source, take: HiddenTake, output: string): Promise<HiddenAnswer> => {
  const { file, pkg } = await openPptx(source);
  const findings = createFindings();
  const edit = createPackageEdit(pkg);
  for (const slide of file.slides) {
    const place = { slide: slide.index + 1 };
    const shapes = shapesOf(file.parts, slide.part);
    if (slide.hidden) {
      findings.add('hidden_slide', place, shapes.map(shapeText).join('\n'));
      if (take === 'all') empty(edit, slide.part, () => true);
    } else {
      const hidden = hiddenTexts(file, slide, shapes, findings);
      if (hidden.size > 0) empty(edit, slide.part, (text) => hidden.has(text));
    }
    const notes = notesText(file.parts, slide);
    if (notes !== '') {
      findings.add('note', place, notes);
      if (slide.notes !== undefined) empty(edit, slide.notes, () => true);
    }
    for (const text of commentsOf(file.parts, slide.part)) findings.add('comment', place, text);
  }
  if (take !== 'nothing' && edit.changed()) await writeZipFile(output, edit.items());
  return findings.answer();
};

/** Takes the words out of the runs that are meant, and leaves everything else where it is. */
const empty = (edit: PackageEdit, part: string, isMeant: (text: XmlElement) => boolean): void => {
  const document = edit.xml(part);
  const change = createXmlEdit(document);
  for (const text of descendantsOf(document.root, ns.drawing, 't')) if (isMeant(text)) change.setText(text, '');
  if (change.changed()) edit.put(part, change.toBytes());
};

const hiddenTexts = (
  file: PptxFile,
  slide: Slide,
  shapes: readonly Shape[],
  findings: Findings,
): ReadonlySet<XmlElement> => {
  const hidden = new Set<XmlElement>();
  const place = { slide: slide.index + 1 };
  const colours = themeOf(file, slide);
  for (const shape of shapes) {
    const bodies = shape.table
      ? shape.table.flatMap((row) => row.map(({ paragraphs }) => paragraphs))
      : [shape.paragraphs];
    const runs = bodies.flat().flatMap((paragraph) => paragraph.runs);
    const whole = unseenShape(file, shape);
    if (whole) {
      findings.add(whole, place, runs.map(({ text }) => text).join(''));
      for (const { textElement } of runs) if (textElement) hidden.add(textElement);
      continue;
    }
    const ground = shape.table ? undefined : groundOf(shape, shapes, colours, slide, file);
    for (const { element, textElement, text } of runs) {
      if (!textElement || text === '') continue;
      const { size_pt, color } = runLook(element);
      const ink = color === null ? undefined : (hexOf(color) ?? colours.get(color));
      const isGone = ink !== undefined && ground !== undefined && isSameColour(ink, ground);
      const what: HiddenWhat | undefined =
        size_pt !== null && size_pt <= tiniestPoints ? 'tiny_text' : isGone ? 'same_colour' : undefined;
      if (what) {
        findings.add(what, place, text);
        hidden.add(textElement);
      } else findings.addUnseen(place, text);
    }
  }
  return hidden;
};

const unseenShape = ({ size }: PptxFile, { element, box }: Shape): HiddenWhat | undefined => {
  const facts = elementsOf(element).find(({ local }) => /^nv\w*Pr$/.test(local));
  if (flagOf(childOf(facts, ns.slide, 'cNvPr'), 'hidden')) return 'hidden_text';
  if (!box) return undefined;
  const isOff =
    box.left >= size.width || box.top >= size.height || box.left + box.width <= 0 || box.top + box.height <= 0;
  return isOff ? 'off_slide' : undefined;
};

/** The colour behind a shape's words; undefined where only drawing the slide would tell. */
const groundOf = (
  shape: Shape,
  shapes: readonly Shape[],
  colours: ReadonlyMap<string, string>,
  slide: Slide,
  { parts, masters }: PptxFile,
): string | undefined => {
  const own = fillOf(childOf(shape.element, ns.slide, 'spPr'), colours);
  if (own.kind !== 'none') return own.kind === 'solid' ? own.colour : undefined;
  const under = shape.box && shapes.filter((each) => each.index < shape.index && covers(each, shape)).toReversed();
  for (const each of under ?? []) {
    if (each.type === 'picture') return undefined;
    const fill = fillOf(childOf(each.element, ns.slide, 'spPr'), colours);
    if (fill.kind !== 'none') return fill.kind === 'solid' ? fill.colour : undefined;
  }
  for (const part of [
    slide.part,
    slide.layout,
    slide.layout && followOne(parts, slide.layout, 'slideMaster'),
    masters[0],
  ]) {
    if (part === undefined || !parts.has(part)) continue;
    const ground = childOf(childOf(parts.xml(part).root, ns.slide, 'cSld'), ns.slide, 'bg');
    if (!ground) continue;
    const fill = fillOf(childOf(ground, ns.slide, 'bgPr'), colours);
    if (fill.kind !== 'none') return fill.kind === 'solid' ? fill.colour : undefined;
    return schemeColour(childOf(ground, ns.slide, 'bgRef'), colours);
  }
  return 'FFFFFF';
};

const covers = ({ box }: Shape, { box: inner }: Shape): boolean => {
  if (!box || !inner) return false;
  const [x, y] = [inner.left + inner.width / 2, inner.top + inner.height / 2];
  return box.left <= x && x <= box.left + box.width && box.top <= y && y <= box.top + box.height;
};

type Fill =
  | { readonly kind: 'none' }
  | { readonly kind: 'solid'; readonly colour: string | undefined }
  | { readonly kind: 'other' };

const fillOf = (properties: XmlElement | undefined, colours: ReadonlyMap<string, string>): Fill => {
  const solid = childOf(properties, ns.drawing, 'solidFill');
  if (solid) return { kind: 'solid', colour: schemeColour(solid, colours) };
  const isDrawn = ['gradFill', 'blipFill', 'pattFill', 'grpFill'].some((local) =>
    childOf(properties, ns.drawing, local),
  );
  return { kind: isDrawn ? 'other' : 'none' };
};

const schemeColour = (parent: XmlElement | undefined, colours: ReadonlyMap<string, string>): string | undefined => {
  const plain = hexOf(attributeOf(childOf(parent, ns.drawing, 'srgbClr'), 'val'));
  if (plain !== undefined) return plain;
  const named = childOf(parent, ns.drawing, 'schemeClr');
  // A tint or shade makes it another colour.
  if (named === undefined || elementsOf(named).length > 0) return undefined;
  return colours.get(attributeOf(named, 'val') ?? '');
};

/** Colours by the names slides call them. */
const themeOf = ({ parts, masters }: PptxFile, slide: Slide): ReadonlyMap<string, string> => {
  const master = (slide.layout && followOne(parts, slide.layout, 'slideMaster')) ?? masters[0];
  const theme = master === undefined ? undefined : followOne(parts, master, 'theme');
  const colours = new Map<string, string>();
  if (master === undefined || theme === undefined || !parts.has(theme)) return colours;
  for (const scheme of descendantsOf(parts.xml(theme).root, ns.drawing, 'clrScheme'))
    for (const each of elementsOf(scheme)) {
      const [colour] = elementsOf(each);
      const hex = hexOf(attributeOf(colour, 'lastClr') ?? attributeOf(colour, 'val'));
      if (hex) colours.set(each.local, hex);
    }
  const map = childOf(parts.xml(master).root, ns.slide, 'clrMap');
  for (const { local, value } of map?.attributes ?? []) {
    const hex = colours.get(value);
    if (hex) colours.set(local, hex);
  }
  return colours;
};

/** Old comments say their words in `text`, new ones as drawn text. */
const commentsOf = (parts: Parts, slide: string): readonly string[] =>
  parts
    .relationships(slide)
    .flatMap(({ kind, part }) => (kind === 'comments' && part !== undefined && parts.has(part) ? [part] : []))
    .flatMap((part) => {
      const document = parts.xml(part);
      return elementsOf(document.root)
        .filter(({ local }) => local === 'cm')
        .map((comment) =>
          textsIn(comment)
            .map((each) => textOf(document, each))
            .join(' '),
        );
    });

const textsIn = (element: XmlElement): readonly XmlElement[] =>
  elementsOf(element).flatMap((each) => (each.local === 'text' || each.local === 't' ? [each] : textsIn(each)));

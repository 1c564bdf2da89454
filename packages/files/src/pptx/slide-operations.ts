import { uriLike } from '../office/strict.ts';
import {
  attributeOf,
  childOf,
  createXmlEdit,
  elementsOf,
  escapeXmlAttribute,
  ns,
  refuseOp,
  relationshipsPartOf,
  relativeTarget,
} from '../package/index.ts';
import type { EditSession } from './edit-session.ts';
import { findLayout } from './layouts.ts';
import { setNotes } from './notes.ts';
import type { Slide } from './pptx-file.ts';
import { shapesOf } from './shapes.ts';
import { listSlide, moveInList, unlistSlide } from './slide-list.ts';
import { type SlideTextInput, setSlideText } from './slide-text.ts';

const slideContentType = 'application/vnd.openxmlformats-officedocument.presentationml.slide+xml';
/** A new slide shows these only when its author turns them on. */
const optional = ['dt', 'ftr', 'sldNum', 'hdr'];

export const addSlide = (
  session: EditSession,
  input: SlideTextInput & {
    readonly layout?: string | number | null;
    readonly position?: number | null;
    readonly notes?: string | null;
  },
): string => {
  const { pkg } = session;
  const layout = findLayout(session, input.layout);
  const count = session.file().slides.length;
  const position = input.position ?? count;
  if (position > count) refuseOp('index_out_of_range', `A slide can be put at 0 to ${count}.`);
  const holders = shapesOf(pkg, layout.part).filter(
    ({ placeholder }) => placeholder && !optional.includes(placeholder.type),
  );
  const shapes = holders.map((holder, at) => {
    const facts = childOf(
      elementsOf(holder.element).find(({ local }) => local === 'nvSpPr' || local === 'nvPicPr'),
      ns.slide,
      'nvPr',
    );
    const ph = childOf(facts, ns.slide, 'ph');
    const written = (ph?.attributes ?? [])
      .filter(({ uri }) => uri === '')
      .map(({ name, value }) => ` ${name}="${escapeXmlAttribute(value)}"`)
      .join('');
    return `<p:sp><p:nvSpPr><p:cNvPr id="${at + 2}" name="${holder.placeholder?.type === 'title' ? 'Title' : 'Placeholder'} ${at + 2}"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph${written}/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>`;
  });
  const part = pkg.freshName('ppt/slides/slide', '.xml');
  const { root } = pkg.xml(session.file().main);
  const uri = (name: string) => uriLike(root, name);
  pkg.put(
    part,
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<p:sld xmlns:a="${uri(ns.drawing)}" xmlns:r="${uri(ns.relationships)}" xmlns:p="${uri(ns.slide)}"><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>${shapes.join('')}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
    ),
    slideContentType,
  );
  pkg.relate(part, { type: `${uri(ns.relationships)}/slideLayout`, target: layout.part });
  listSlide(session, part, position);
  session.touched.add(part);
  const find = () => slideOf(session, part);
  setSlideText(session, find, input);
  if (input.notes) setNotes(session, find(), input.notes);
  return part;
};

const slideOf = (session: EditSession, part: string): Slide => {
  const found = session.file().slides.find((slide) => slide.part === part);
  if (!found) throw new Error(`${part} is not listed`);
  return found;
};

/** Everything only this slide used goes with it: notes, charts, their workbooks, pictures. */
export const deleteSlide = (session: EditSession, slide: Slide): void => {
  const { pkg } = session;
  if (session.file().slides.length === 1) refuseOp('bad_op', 'A presentation keeps at least one slide.');
  unlistSlide(session, slide.part);
  // A notes page points back at its slide; that is no reason to keep either.
  if (slide.notes) {
    const back = pkg.relationships(slide.notes).find(({ part }) => part === slide.part);
    if (back) pkg.unrelate(slide.notes, back.id);
  }
  // Any part may link to it, a diagram too; one link left would keep the deleted text in the file.
  for (const other of pkg.names()) {
    const isOwn = other === slide.part || other === slide.notes;
    if (!isOwn && pkg.relationships(other).some(({ part }) => part === slide.part))
      dropLinksTo(session, other, slide.part);
  }
  session.touched.delete(slide.part);
  pkg.dropOrphans([slide.part]);
  session.refresh();
};

/** A link from another slide to a deleted one must not point at nothing. */
const dropLinksTo = (session: EditSession, from: string, target: string): void => {
  const { pkg } = session;
  for (const { id } of pkg.relationships(from).filter(({ part }) => part === target)) {
    const document = pkg.xml(from);
    const edit = createXmlEdit(document);
    const strip = (element: typeof document.root): void => {
      for (const each of elementsOf(element)) {
        if (
          (each.local === 'hlinkClick' || each.local === 'hlinkHover') &&
          attributeOf(each, 'id', ns.relationships) === id
        )
          edit.remove(each);
        else strip(each);
      }
    };
    strip(document.root);
    if (edit.changed()) pkg.put(from, edit.toBytes());
    pkg.unrelate(from, id);
  }
};

export const moveSlide = (session: EditSession, slide: Slide, to: number): void => {
  const count = session.file().slides.length;
  if (to >= count) refuseOp('index_out_of_range', `A slide can be moved to 0 to ${count - 1}.`);
  moveInList(session, slide.part, to);
  session.touched.add(slide.part);
};

export const setHidden = (session: EditSession, slide: Slide, hidden: boolean): void =>
  session.change(slide.part, (edit, document) => edit.setAttribute(document.root, 'show', hidden ? '0' : null));

/** Charts and what is embedded are cloned, because editing one must not edit the other; pictures and layouts are shared. */
const cloned = [
  'chart',
  'package',
  'notesSlide',
  'diagramData',
  'diagramLayout',
  'diagramQuickStyle',
  'diagramColors',
  'oleObject',
  'chartStyle',
  'chartColorStyle',
  'themeOverride',
];

export const duplicateSlide = (session: EditSession, slide: Slide, to: number | null | undefined): string => {
  const count = session.file().slides.length;
  const position = to ?? slide.index + 1;
  if (position > count) refuseOp('index_out_of_range', `A slide can be put at 0 to ${count}.`);
  const copies = new Map<string, string>();
  const part = copyPart(session, slide.part, copies);
  listSlide(session, part, position);
  session.touched.add(part);
  return part;
};

const copyPart = (session: EditSession, from: string, copies: Map<string, string>): string => {
  const known = copies.get(from);
  if (known) return known;
  const { pkg } = session;
  const [, stem = from, extension = ''] = /^(.*?)\d*(\.[^.]+)$/.exec(from) ?? [];
  const part = pkg.freshName(stem, extension);
  copies.set(from, part);
  pkg.put(part, Buffer.from(pkg.bytes(from)), pkg.typeOf(from));
  const relations = relationshipsPartOf(from);
  if (!pkg.has(relations)) return part;
  const targets = new Map(
    pkg.relationships(from).flatMap(({ id, kind, part: target }): [string, string][] => {
      if (target === undefined) return [];
      const copied = copies.get(target) ?? (cloned.includes(kind) ? copyPart(session, target, copies) : undefined);
      return copied === undefined ? [] : [[id, relativeTarget(part, copied)]];
    }),
  );
  const document = pkg.xml(relations);
  const edit = createXmlEdit(document);
  for (const relationship of elementsOf(document.root)) {
    const target = targets.get(attributeOf(relationship, 'Id') ?? '');
    if (target !== undefined) edit.setAttribute(relationship, 'Target', target);
  }
  pkg.put(relationshipsPartOf(part), edit.toBytes(), 'application/vnd.openxmlformats-package.relationships+xml');
  return part;
};

import { uriLike } from '../office/strict.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  createXmlEdit,
  descendantsOf,
  ns,
  sourceOf,
  type XmlElement,
} from '../package/index.ts';
import type { EditSession } from './edit-session.ts';
import type { Slide } from './pptx-file.ts';

const powerpoint2010 = 'http://schemas.microsoft.com/office/powerpoint/2010/main';
const firstSlideId = 256;

/** Lists a slide at a position, under a lasting id of its own unless one is given and free. Sections and the slide list are two lists of the same slides and stay in step. */
export const listSlide = (session: EditSession, part: string, position: number, slideId?: string): void => {
  const { pkg } = session;
  const { main, slides } = session.file();
  const relationships = uriLike(pkg.xml(main).root, ns.relationships);
  const relationship = pkg.relate(main, { type: `${relationships}/slide`, target: part });
  const document = pkg.xml(main);
  const { p } = session.prefixes(main);
  const ids = [...document.source.matchAll(/sldId\b[^>]*?\bid="(\d{1,10})"/g)].map(([, digits]) => Number(digits));
  const id =
    slideId !== undefined && !ids.includes(Number(slideId)) ? Number(slideId) : Math.max(firstSlideId - 1, ...ids) + 1;
  const edit = createXmlEdit(document);
  const item = `<${p}sldId xmlns:r="${relationships}" id="${id}" r:id="${relationship}"/>`;
  const list = childOf(document.root, ns.slide, 'sldIdLst');
  const next = listedItems(document.root, slides)[position];
  if (next) edit.insertBefore(next, item);
  else if (list) edit.append(list, item);
  else {
    const after =
      childOf(document.root, ns.slide, 'handoutMasterIdLst') ??
      childOf(document.root, ns.slide, 'notesMasterIdLst') ??
      childOf(document.root, ns.slide, 'sldMasterIdLst');
    if (after) edit.insertAfter(after, `<${p}sldIdLst>${item}</${p}sldIdLst>`);
    else edit.prepend(document.root, `<${p}sldIdLst>${item}</${p}sldIdLst>`);
  }
  // A new slide joins the section of the slide before it.
  const neighbour = slides[Math.max(0, position - 1)]?.slideId;
  const entry = sectionEntries(document.root).find((each) => attributeOf(each, 'id') === neighbour);
  if (entry) {
    const copy = sourceOf(document, entry).replace(/\bid="[^"]*"/, `id="${id}"`);
    if (position === 0) edit.insertBefore(entry, copy);
    else edit.insertAfter(entry, copy);
  }
  pkg.put(main, edit.toBytes());
  session.refresh();
};

/** Takes a slide out of the presentation, its sections and its custom shows. */
export const unlistSlide = (session: EditSession, part: string): void => {
  const { pkg } = session;
  const { main, slides } = session.file();
  const slide = slides.find((each) => each.part === part);
  if (!slide) return;
  const document = pkg.xml(main);
  const edit = createXmlEdit(document);
  for (const item of childrenOf(childOf(document.root, ns.slide, 'sldIdLst'), ns.slide, 'sldId')) {
    if (attributeOf(item, 'id', ns.relationships) === slide.relationship) edit.remove(item);
  }
  for (const entry of sectionEntries(document.root)) if (attributeOf(entry, 'id') === slide.slideId) edit.remove(entry);
  for (const shown of descendantsOf(document.root, ns.slide, 'sld'))
    if (attributeOf(shown, 'id', ns.relationships) === slide.relationship) edit.remove(shown);
  pkg.put(main, edit.toBytes());
  pkg.unrelate(main, slide.relationship);
  session.refresh();
};

/** Moves a slide to the place it will have when the batch is done with it. */
export const moveInList = (session: EditSession, part: string, to: number): void => {
  const { pkg } = session;
  const { main, slides } = session.file();
  const from = slides.findIndex((each) => each.part === part);
  const slide = slides[from];
  if (!slide || from === to) return;
  const document = pkg.xml(main);
  const edit = createXmlEdit(document);
  const items = listedItems(document.root, slides);
  const item = items.find((each) => attributeOf(each, 'id', ns.relationships) === slide.relationship);
  const rest = items.filter((each) => each !== item);
  place(edit, item, rest, to, document);
  const neighbour = slides.filter((each) => each !== slide)[Math.max(0, to - 1)]?.slideId;
  const entries = sectionEntries(document.root);
  const [own, beside] = [
    entries.find((each) => attributeOf(each, 'id') === slide.slideId),
    entries.find((each) => attributeOf(each, 'id') === neighbour),
  ];
  if (own && beside && own !== beside) {
    edit.remove(own);
    if (to === 0) edit.insertBefore(beside, sourceOf(document, own));
    else edit.insertAfter(beside, sourceOf(document, own));
  }
  pkg.put(main, edit.toBytes());
  session.refresh();
};

/** The entries of slides that are really there: one that leads nowhere has no index. */
const listedItems = (root: XmlElement, slides: readonly Slide[]): XmlElement[] => {
  const known = new Set(slides.map(({ relationship }) => relationship));
  return childrenOf(childOf(root, ns.slide, 'sldIdLst'), ns.slide, 'sldId').filter((each) =>
    known.has(attributeOf(each, 'id', ns.relationships) ?? ''),
  );
};

const place = (
  edit: ReturnType<typeof createXmlEdit>,
  item: XmlElement | undefined,
  rest: readonly XmlElement[],
  to: number,
  document: Parameters<typeof createXmlEdit>[0],
): void => {
  if (!item) return;
  const xml = sourceOf(document, item);
  edit.remove(item);
  const next = rest[to];
  const last = rest.at(-1);
  if (next) edit.insertBefore(next, xml);
  else if (last) edit.insertAfter(last, xml);
};

const sectionEntries = (root: XmlElement): XmlElement[] => [...descendantsOf(root, powerpoint2010, 'sldId')];

import { closedSubset, copyWhole } from '../office/closed-subset.ts';
import {
  childOf,
  createPackageEdit,
  createXmlEdit,
  elementsOf,
  ns,
  type PackageEdit,
  relationshipsPartOf,
  savePackage,
  sourceOf,
} from '../package/index.ts';
import type { SubsetRequest } from '../tools/kind-handler.ts';
import { reachable, type Unit, unitsOf } from './changes.ts';
import { type Compared, comparePptx, type SlidePair } from './compared.ts';
import { createEditSession, type EditSession } from './edit-session.ts';
import { notesText } from './map.ts';
import { setNotes } from './notes.ts';
import type { Slide } from './pptx-file.ts';
import { takeFrame } from './presentation-frame.ts';
import { shapesOf } from './shapes.ts';
import { listSlide, moveInList } from './slide-list.ts';
import { deleteSlide } from './slide-operations.ts';

/** Reference plus the accepted changes. None gives the reference's bytes, all of them the draft's. */
export const acceptPptx = async ({
  reference,
  draft,
  accepted,
  output,
}: SubsetRequest): Promise<{ written: boolean }> => {
  if (!reference || !draft) return copyWhole(accepted.length > 0 ? draft : reference, output);
  const compared = await comparePptx(reference, draft);
  const units = unitsOf(compared);
  const taken = closedSubset(units, accepted);
  if (taken.length === 0) return copyWhole(reference, output);
  if (taken.length === units.length) return copyWhole(draft, output);
  const edit = createPackageEdit(compared.before.pkg);
  compose(compared, edit, taken);
  await savePackage(edit, output);
  return { written: true };
};

const compose = (compared: Compared, edit: PackageEdit, taken: readonly Unit[]): void => {
  const { after } = compared;
  for (const { effect } of taken) {
    if (effect.kind === 'parts')
      for (const name of effect.names.filter((each) => after.pkg.has(each))) copyPart(compared, edit, name);
    if (effect.kind === 'slide' && effect.pair.before && effect.pair.after) {
      const old = reachable(compared.before, effect.pair.before.part);
      for (const name of withLinks(reachable(after, effect.pair.after.part))) copyPart(compared, edit, name);
      edit.dropOrphans(old.filter((name) => name !== effect.pair.before?.part && edit.has(name)));
    }
  }
  for (const pair of compared.pairs) composeSlide(compared, edit, pair, taken);
  const session = createEditSession(edit);
  for (const { effect } of taken)
    if (effect.kind === 'notes' && effect.pair.before && effect.pair.after)
      setNotes(session, slideIn(session, effect.pair.before.part), notesText(after.pkg, effect.pair.after));
  placeSlides(compared, session, taken);
  // After the new ones are in their places: at no moment may the presentation be without a slide.
  for (const { effect } of taken)
    if (effect.kind === 'remove_slide' && effect.pair.before)
      deleteSlide(session, slideIn(session, effect.pair.before.part));
  for (const { effect } of taken) if (effect.kind === 'frame') takeFrame(compared, edit, effect.names);
  // What the draft has no more goes once nothing that stays leads to it: the presentation still names its notes master.
  const gone = taken.flatMap(({ effect }) => (effect.kind === 'parts' ? effect.names : []));
  edit.dropOrphans(gone.filter((name) => !after.pkg.has(name) && edit.has(name)));
};

const withLinks = (parts: readonly string[]): string[] => parts.flatMap((part) => [part, relationshipsPartOf(part)]);

const copyPart = ({ after }: Compared, edit: PackageEdit, name: string): void => {
  if (after.pkg.has(name)) edit.put(name, Buffer.from(after.pkg.bytes(name)), after.pkg.typeOf(name));
  else if (edit.has(name)) edit.remove(name);
};

/** The reference's slide with the accepted shapes, inside the reference's or the draft's frame. */
const composeSlide = (
  { before, after }: Compared,
  edit: PackageEdit,
  pair: SlidePair,
  taken: readonly Unit[],
): void => {
  const { before: old, after: made } = pair;
  if (!old || !made) return;
  const own = taken.filter(
    ({ effect }) => (effect.kind === 'shape' || effect.kind === 'around') && effect.pair === pair,
  );
  if (own.length === 0) return;
  const around = own.some(({ effect }) => effect.kind === 'around');
  const base = around ? after : before;
  const slide = around ? made : old;
  const accepted = new Set(
    own.flatMap(({ effect }) => (effect.kind === 'shape' ? [(effect.after ?? effect.before)?.id] : [])),
  );
  const [oldShapes, madeShapes] = [shapesOf(before.pkg, old.part), shapesOf(after.pkg, made.part)];
  const wanted = (id: number) => {
    const side = accepted.has(id)
      ? { shapes: madeShapes, pkg: after.pkg, part: made.part }
      : { shapes: oldShapes, pkg: before.pkg, part: old.part };
    const shape = side.shapes.find((each) => each.id === id);
    return shape ? sourceOf(side.pkg.xml(side.part), shape.element) : undefined;
  };
  const document = base.pkg.xml(slide.part);
  const change = createXmlEdit(document);
  const present = shapesOf(base.pkg, slide.part);
  for (const { id, element } of present) {
    const xml = wanted(id);
    if (xml === undefined) change.remove(element);
    else if (xml !== sourceOf(document, element)) change.replace(element, xml);
  }
  const tree = childOf(childOf(document.root, ns.slide, 'cSld'), ns.slide, 'spTree');
  const missing = [...oldShapes, ...madeShapes]
    .map(({ id }) => id)
    .filter((id, at, all) => all.indexOf(id) === at && !present.some((shape) => shape.id === id));
  for (const id of missing) {
    const xml = wanted(id);
    const extensions = tree && elementsOf(tree).find(({ local }) => local === 'extLst');
    if (xml !== undefined && tree) extensions ? change.insertBefore(extensions, xml) : change.append(tree, xml);
  }
  if (change.changed() || around) edit.put(old.part, change.toBytes());
};

const slideIn = (session: EditSession, part: string): Slide => {
  const found = session.file().slides.find((slide) => slide.part === part);
  if (!found) throw new Error(`${part} is not listed`);
  return found;
};

/** New and moved slides go behind the nearest slide that stands before them in the draft. */
const placeSlides = (compared: Compared, session: EditSession, taken: readonly Unit[]): void => {
  const { after, pairs } = compared;
  const partIn = new Map(
    pairs.flatMap(({ before, after: made }): [string, string][] => (before && made ? [[made.part, before.part]] : [])),
  );
  for (const slide of after.file.slides) {
    const own = taken.find(
      ({ effect }) => (effect.kind === 'add_slide' || effect.kind === 'move_slide') && effect.pair.after === slide,
    );
    if (!own) continue;
    const listed = session.file().slides.map(({ part }) => part);
    const earlier = after.file.slides
      .slice(0, slide.index)
      .toReversed()
      .map(({ part }) => partIn.get(part) ?? part);
    const anchor = earlier.find((part) => listed.includes(part));
    if (own.effect.kind === 'add_slide') {
      const part = addSlideParts(compared, session, slide, partIn);
      listSlide(session, part, anchor === undefined ? 0 : listed.indexOf(anchor) + 1, slide.slideId);
    } else {
      const part = partIn.get(slide.part) ?? slide.part;
      const rest = listed.filter((each) => each !== part);
      moveInList(session, part, anchor === undefined ? 0 : rest.indexOf(anchor) + 1);
    }
  }
};

const addSlideParts = (
  { after }: Compared,
  session: EditSession,
  slide: Slide,
  partIn: Map<string, string>,
): string => {
  for (const name of withLinks(reachable(after, slide.part))) {
    if (after.pkg.has(name)) session.pkg.put(name, Buffer.from(after.pkg.bytes(name)), after.pkg.typeOf(name));
  }
  partIn.set(slide.part, slide.part);
  return slide.part;
};

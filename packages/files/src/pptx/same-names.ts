import { partsDiffer } from '../office/parts-differ.ts';
import { attributeOf, createXmlEdit, descendantsOf, ns, type OpcPackage, renamedPackage } from '../package/index.ts';
import { ownerOfRelationships } from '../package/part-names.ts';
import type { Side } from './compared.ts';
import { pptxOf, type Slide } from './pptx-file.ts';

/** Parts that many slides stand on. */
const common = new Set(['slideLayout', 'slideMaster', 'notesMaster', 'theme', 'slide']);
const powerpoint2010 = 'http://schemas.microsoft.com/office/powerpoint/2010/main';
const firstFreeId = 256;

/**
 * The draft with each slide, and what belongs to it, under the names they have in the reference; what is new gets names
 * and ids that the reference does not use. Programs number parts by place when they save: under its own name a slide
 * taken from the draft could overwrite another one of the reference.
 */
export const namedAlike = (before: Side, after: Side, twins: ReadonlyMap<number, Slide>): Side => {
  // Lists that name one slide twice, or one that is not there under this spelling, are left as they are.
  const isOdd = ({ pkg, file }: Side) =>
    new Set(file.slides.map(({ part }) => part)).size !== file.slides.length ||
    new Set(file.slides.map(({ slideId }) => slideId)).size !== file.slides.length ||
    file.slides.some(({ part }) => !pkg.zip.byName.has(part));
  if (isOdd(before) || isOdd(after)) return after;
  const names = namesFor(before, after, twins);
  const ids = idsFor(before, after, twins);
  if (names.size === 0 && ids.size === 0) return after;
  const main = new Map(ids.size === 0 ? [] : [[after.file.main, withIds(after, ids)]]);
  const pkg = renamedPackage(after.pkg, names, main);
  return { pkg, file: pptxOf(pkg) };
};

const namesFor = (before: Side, after: Side, twins: ReadonlyMap<number, Slide>): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const link = (made: string, old: string): boolean => {
    if (names.has(made) || taken.has(old)) return false;
    names.set(made, old);
    taken.add(old);
    return true;
  };
  const walk = (made: string, old: string): void => {
    const own = before.pkg.relationships(old).filter(({ kind }) => !common.has(kind));
    for (const { id, kind, part } of after.pkg.relationships(made)) {
      if (part === undefined || common.has(kind) || !after.pkg.has(part)) continue;
      const alike = own.filter((each) => each.kind === kind && each.part !== undefined && before.pkg.has(each.part));
      const found = alike.find((each) => each.id === id) ?? (alike.length === 1 ? alike[0] : undefined);
      const same = alike.find((each) => !partsDiffer(before.pkg, after.pkg, each.part ?? '', part));
      const target =
        same?.part ?? (found && (hasLinks(after.pkg, part) || found.part === part) ? found.part : undefined);
      if (target !== undefined && link(part, target)) walk(part, target);
    }
  };
  const pairs = after.file.slides.flatMap((made): [Slide, Slide][] => {
    const old = twins.get(made.index);
    return old ? [[made, old]] : [];
  });
  for (const [made, old] of pairs) link(made.part, old.part);
  for (const [made, old] of pairs) if (made.notes && old.notes) link(made.notes, old.notes);
  for (const [made, old] of pairs) walk(made.part, old.part);

  const used = new Set([...before.pkg.names(), ...after.pkg.names()].map((name) => name.toLowerCase()));
  const fresh = (part: string): string => {
    const [, stem = part, extension = ''] = /^(.*?)\d*(\.[^./]+)$/.exec(part) ?? [];
    for (let number = 1; ; number++) {
      const name = `${stem}${number}${extension}`;
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  };
  const [ownedBefore, ownedAfter] = [ownedBySlides(before), ownedBySlides(after)];
  for (const part of after.pkg.names()) {
    if (names.has(part) || ownerOfRelationships(part) !== undefined) continue;
    const isForeign = ownedAfter.has(part) && ownedBefore.has(part) && partsDiffer(before.pkg, after.pkg, part);
    if (taken.has(part) || isForeign) link(part, fresh(part));
  }
  return new Map([...names].filter(([made, now]) => made !== now));
};

/** A chart has its workbook, a notes page its slide; a picture or a sound leads nowhere. */
const hasLinks = (pkg: OpcPackage, part: string): boolean => pkg.relationships(part).length > 0;

const ownedBySlides = ({ pkg, file }: Side): ReadonlySet<string> => {
  const found = new Set<string>();
  const walk = (part: string): void => {
    if (found.has(part) || !pkg.has(part)) return;
    found.add(part);
    for (const { part: next, kind } of pkg.relationships(part)) if (next !== undefined && !common.has(kind)) walk(next);
  };
  for (const { part } of file.slides) walk(part);
  return found;
};

const idsFor = (before: Side, after: Side, twins: ReadonlyMap<number, Slide>): ReadonlyMap<string, string> => {
  const ids = new Map<string, string>();
  const used = new Set([...before.file.slides, ...after.file.slides].map(({ slideId }) => slideId));
  const olds = new Set(before.file.slides.map(({ slideId }) => slideId));
  for (const { index, slideId } of after.file.slides) {
    const twin = twins.get(index);
    let now = twin?.slideId ?? slideId;
    if (!twin && olds.has(slideId)) {
      let free = firstFreeId;
      while (used.has(String(free))) free += 1;
      now = String(free);
      used.add(now);
    }
    if (now !== slideId) ids.set(slideId, now);
  }
  return ids;
};

/** The list of slides and the sections name slides by id. */
const withIds = ({ pkg, file }: Side, ids: ReadonlyMap<string, string>): Buffer => {
  const document = pkg.xml(file.main);
  const edit = createXmlEdit(document);
  for (const uri of [ns.slide, powerpoint2010])
    for (const element of descendantsOf(document.root, uri, 'sldId')) {
      const now = ids.get(attributeOf(element, 'id') ?? '');
      if (now !== undefined) edit.setAttribute(element, 'id', now);
    }
  return edit.toBytes();
};

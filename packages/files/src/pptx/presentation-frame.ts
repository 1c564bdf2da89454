import {
  attributeOf,
  childOf,
  createXmlEdit,
  elementsOf,
  ns,
  type PackageEdit,
  sourceOf,
  type XmlElement,
} from '../package/index.ts';
import type { Compared, Side } from './compared.ts';

/** Lists of other parts, which changes of their own speak of. */
const LISTS = new Set(['sldMasterIdLst', 'notesMasterIdLst', 'handoutMasterIdLst', 'sldIdLst']);
const ORDER =
  'sldMasterIdLst notesMasterIdLst handoutMasterIdLst sldIdLst sldSz notesSz smartTags embeddedFontLst custShowLst photoAlbum custDataLst kinsoku defaultTextStyle modifyVerifier extLst'.split(
    ' ',
  );

const RELATION = /(\s[\w.-]+:(?:id|embed|link|pict)=")([^"]*)(")/g;

const plainAttributes = ({ attributes }: XmlElement) =>
  attributes.filter(({ name }) => !name.includes(':') && name !== 'xmlns');

/** What a presentation says beside its slides (their size, its sections and shows), by element; '@' for attributes. */
const frameOf = ({ pkg, file }: Side, shared: ReadonlySet<string>, isMoved: boolean): ReadonlyMap<string, string> => {
  const document = pkg.xml(file.main);
  const targets = new Map(pkg.relationships(file.main).map((it) => [it.id, it.part ?? it.target]));
  const slideOf = new Map(file.slides.map(({ relationship, slideId }) => [relationship, slideId]));
  const told = (element: XmlElement): string => {
    const entries: string[] = [];
    const text = sourceOf(document, element)
      // Sections and shows list slides: those that came or went are told as slides.
      .replace(/<[\w.-]+:sldId\s[^>]*\bid="(\d+)"[^>]*>(?:<\/[\w.-]+:sldId>)?/g, (entry, id: string) => {
        if (!shared.has(id)) return '';
        if (isMoved) entries.push(id);
        return isMoved ? '' : entry;
      })
      .replace(/<[\w.-]+:sld\s[^>]*:id="([^"]*)"[^>]*>/g, (entry, id: string) =>
        shared.has(slideOf.get(id) ?? '') ? entry : '',
      )
      .replace(RELATION, (_, open: string, id: string, close: string) => open + (targets.get(id) ?? id) + close);
    return text + entries.toSorted().join();
  };
  const attributes = plainAttributes(document.root).map(({ name, value }) => `${name}=${value}`);
  return new Map([
    ['@', attributes.toSorted().join('\n')],
    ...elementsOf(document.root)
      .filter(({ local }) => !LISTS.has(local))
      .map((element): [string, string] => [element.local, told(element)]),
  ]);
};

/** The elements of the presentation part that differ beside its slides. */
export const changedFrame = ({ before, after, pairs }: Compared): readonly string[] => {
  const shared = new Set(
    pairs.flatMap(({ before: old, after: made }) => (old && made && old.slideId === made.slideId ? [old.slideId] : [])),
  );
  const isMoved = pairs.some(({ status }) => status === 'moved');
  const [was, is] = [frameOf(before, shared, isMoved), frameOf(after, shared, isMoved)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
};

/** Takes those elements over from the draft; its slides are there already. */
export const takeFrame = ({ after, before }: Compared, edit: PackageEdit, names: readonly string[]): void => {
  const { main } = before.file;
  const source = after.pkg.xml(after.file.main);
  const relations = new Map(after.pkg.relationships(after.file.main).map((it) => [it.id, it]));
  const own = (id: string): string => {
    const wanted = relations.get(id);
    if (!wanted) return id;
    const known = edit
      .relationships(main)
      .find((it) => it.kind === wanted.kind && it.part === wanted.part && it.target === wanted.target);
    if (known) return known.id;
    return wanted.part !== undefined && edit.has(wanted.part)
      ? edit.relate(main, { type: wanted.type, target: wanted.part })
      : id;
  };
  const xmlOf = (name: string): string | undefined => {
    const element = childOf(source.root, ns.slide, name);
    return (
      element && sourceOf(source, element).replace(RELATION, (_, a: string, id: string, b: string) => a + own(id) + b)
    );
  };
  const made = new Map(names.map((name) => [name, name === '@' ? undefined : xmlOf(name)]));
  const document = edit.xml(main);
  const change = createXmlEdit(document);
  for (const [name, xml] of made) {
    if (name === '@') {
      const all = new Set([...plainAttributes(document.root), ...plainAttributes(source.root)].map((it) => it.name));
      for (const attribute of all)
        change.setAttribute(document.root, attribute, attributeOf(source.root, attribute) ?? null);
      continue;
    }
    const present = childOf(document.root, ns.slide, name);
    if (present && xml !== undefined) change.replace(present, xml);
    else if (present) change.remove(present);
    else if (xml !== undefined) {
      const next = elementsOf(document.root).find(({ local }) => ORDER.indexOf(local) > ORDER.indexOf(name));
      if (next) change.insertBefore(next, xml);
      else change.append(document.root, xml);
    }
  }
  if (change.changed()) edit.put(main, change.toBytes());
};

import { portableXml } from '../office/portable-xml.ts';
import {
  attributeOf,
  childOf,
  createXmlEdit,
  descendantsOf,
  ns,
  type PackageEdit,
  type XmlEdit,
  type XmlElement,
} from '../package/index.ts';
import { copyNumbering } from './copy-numbering.ts';
import { type DocxFile, docxOf } from './docx-file.ts';
import { type Style, valOf } from './styles.ts';
import { ensureStylesPart } from './styles-part.ts';

/**
 * Copies styles with what they are based on, linked with and followed by. A style that was asked for replaces the
 * target's of the same name; one that merely follows is only added where the target has none.
 */
export const copyStyles = (
  donor: DocxFile,
  pkg: PackageEdit,
  asked: readonly Style[],
  following: readonly Style[] = [],
): { readonly moved: readonly string[]; readonly idOf: ReadonlyMap<string, string> } => {
  const wanted = closure(donor, [...asked, ...following]);
  if (wanted.length === 0) return { moved: [], idOf: new Map() };
  const part = ensureStylesPart(pkg);
  const target = docxOf(pkg).styles;
  const taken = new Set(target.all.map(({ id }) => id));
  const idOf = new Map<string, string>();
  const added: Style[] = [];
  const replaced: { style: Style; old: Style }[] = [];
  for (const style of wanted) {
    const twin = target.all.find((each) => each.type === style.type && sameName(each.name, style.name));
    idOf.set(style.id, twin?.id ?? freeId(style.id, taken));
    taken.add(idOf.get(style.id) ?? '');
    if (!twin) added.push(style);
    else if (asked.includes(style)) replaced.push({ style, old: twin });
  }
  const moving = [...added, ...replaced.map(({ style }) => style)];
  const numIds = copyNumbering(donor, pkg, new Set(moving.flatMap(numIdsIn)), idOf);
  const document = pkg.xml(part);
  const source = donor.parts.xml(donor.stylesPart ?? '');
  const made = (style: Style, isDefault: boolean) =>
    portableXml(source, style.element, document.root, (edit, copy) => rename(edit, copy, idOf, numIds, isDefault));
  const edit = createXmlEdit(document);
  for (const style of added) edit.append(document.root, made(style, false));
  for (const { style, old } of replaced) edit.replace(old.element, made(style, old.isDefault));
  if (edit.changed()) pkg.put(part, edit.toBytes());
  return { moved: moving.map(({ name }) => name), idOf };
};

const sameName = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

const freeId = (id: string, taken: ReadonlySet<string>): string => {
  let free = id;
  for (let number = 1; taken.has(free); number++) free = `${id}${number}`;
  return free;
};

const references = ['basedOn', 'link', 'next'] as const;

/** In the order they were reached; a circle is walked once. */
const closure = ({ styles }: DocxFile, asked: readonly Style[]): readonly Style[] => {
  const found = new Set<Style>();
  const walk = (style: Style | undefined) => {
    if (!style || found.has(style)) return;
    found.add(style);
    for (const local of references) walk(styles.byId.get(valOf(style.element, local) ?? ''));
  };
  for (const style of asked) walk(style);
  return [...found];
};

const numIdsIn = ({ element }: Style): string[] =>
  [...descendantsOf(element, ns.word, 'numId')].map((each) => attributeOf(each, 'val', ns.word) ?? '');

/** A donor's default style is no default here unless it takes the place of one. */
const rename = (
  edit: XmlEdit,
  copy: XmlElement,
  idOf: ReadonlyMap<string, string>,
  numIds: ReadonlyMap<string, string>,
  isDefault: boolean,
): void => {
  const set = (element: XmlElement, local: string, value: string | null) => {
    const found = element.attributes.find((each) => each.local === local && each.uri === ns.word);
    if (found) edit.setAttribute(element, found.name, value);
  };
  set(copy, 'styleId', idOf.get(attributeOf(copy, 'styleId', ns.word) ?? '') ?? null);
  if (!isDefault) set(copy, 'default', null);
  for (const local of references) {
    const reference = childOf(copy, ns.word, local);
    if (!reference) continue;
    const id = idOf.get(attributeOf(reference, 'val', ns.word) ?? '');
    if (id === undefined) edit.remove(reference);
    else set(reference, 'val', id);
  }
  for (const each of descendantsOf(copy, ns.word, 'numId'))
    set(each, 'val', numIds.get(attributeOf(each, 'val', ns.word) ?? '') ?? '0');
};

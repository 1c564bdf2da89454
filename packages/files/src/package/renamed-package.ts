import type { OpcPackage } from './opc.ts';
import { ownerOfRelationships, relationshipsPartOf, relativeTarget, resolveTarget } from './part-names.ts';
import { readRelationships } from './relationships.ts';
import { parseXmlPart, type XmlDocument } from './xml.ts';
import { createXmlEdit } from './xml-edit.ts';
import { attributeOf, elementsOf } from './xml-query.ts';

/** The same package to read, with some parts under other names; what leads to them leads there. `contents` are parts that say something else. */
export const renamedPackage = (
  source: OpcPackage,
  names: ReadonlyMap<string, string>,
  contents: ReadonlyMap<string, Buffer> = new Map(),
): OpcPackage => {
  const nowOf = (name: string): string => {
    const owner = ownerOfRelationships(name);
    return owner === undefined ? (names.get(name) ?? name) : relationshipsPartOf(names.get(owner) ?? owner);
  };
  const onceOf = new Map(source.names().map((name) => [nowOf(name), name]));
  // A name that was given away is nobody's, unless another part got it.
  const once = (name: string): string => onceOf.get(name) ?? (nowOf(name) === name ? name : `${name}\0`);
  const rewritten = new Map<string, Buffer>([...contents].map(([name, bytes]) => [nowOf(name), bytes]));
  for (const name of source.names()) {
    const owner = ownerOfRelationships(name);
    if (owner === undefined) continue;
    const document = source.xml(name);
    const edit = createXmlEdit(document);
    for (const element of elementsOf(document.root)) {
      if (attributeOf(element, 'TargetMode') === 'External') continue;
      const part = resolveTarget(owner, attributeOf(element, 'Target') ?? '') ?? '';
      const now = nowOf(part);
      if (now !== part) edit.setAttribute(element, 'Target', relativeTarget(nowOf(owner), now));
    }
    if (edit.changed()) rewritten.set(nowOf(name), edit.toBytes());
  }
  const entries = source.zip.entries.map((entry) => ({ ...entry, name: nowOf(entry.name) }));
  const documents = new Map<string, XmlDocument>();
  const bytes = (part: string): Buffer => rewritten.get(part) ?? source.bytes(once(part));
  const has = (part: string) => rewritten.has(part) || source.has(once(part));
  const xml = (part: string): XmlDocument => {
    const made = rewritten.get(part);
    if (!made) return source.xml(once(part));
    const known = documents.get(part) ?? parseXmlPart(made, source.limits);
    documents.set(part, known);
    return known;
  };
  return {
    ...source,
    zip: {
      ...source.zip,
      entries,
      byName: new Map(entries.filter(({ name }) => !rewritten.has(name)).map((entry) => [entry.name, entry])),
    },
    has,
    names: () => source.names().map(nowOf),
    bytes,
    xml,
    chunks: (part) => {
      const made = rewritten.get(part);
      return made ? single(made) : source.chunks(once(part));
    },
    typeOf: (part) => source.typeOf(once(part)),
    relationships: (owner) => {
      const part = relationshipsPartOf(owner);
      return has(part) ? readRelationships(owner, xml(part)) : [];
    },
  };
};

async function* single(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

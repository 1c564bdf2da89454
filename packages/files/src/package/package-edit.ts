import { CONTENT_TYPES, contentTypeOf, editContentTypes, readContentTypes } from './content-types.ts';
import type { OpcPackage, Parts } from './opc.ts';
import { ownerOfRelationships, relationshipsPartOf } from './part-names.ts';
import {
  addRelationship,
  EMPTY_RELATIONSHIPS,
  type NewRelationship,
  readRelationships,
  removeRelationship,
} from './relationships.ts';
import { parseXmlPart, type XmlDocument } from './xml.ts';
import type { ZipItem } from './zip-write.ts';

/** A part's new content: held, or made piece by piece each time it is read. */
export type PartContent = Uint8Array | (() => AsyncIterable<Uint8Array>);

/** Changes over a package, readable as they stand. Nothing is written until `items` are. */
export interface PackageEdit extends Parts {
  readonly source: OpcPackage;
  /** Replaces or adds a part; a new one needs a content type unless its extension has a default. */
  readonly put: (part: string, content: PartContent, contentType?: string) => void;
  /** Removes a part with its relationships and its content type. */
  readonly remove: (part: string) => void;
  readonly relate: (owner: string, made: NewRelationship) => string;
  readonly unrelate: (owner: string, id: string) => void;
  /** `freshName('xl/worksheets/sheet', '.xml')` → the first free numbered name. */
  readonly freshName: (stem: string, extension: string) => string;
  /** Removes those of `candidates` (and what only they reach) that nothing relates to any more. */
  readonly dropOrphans: (candidates: readonly string[]) => readonly string[];
  readonly changed: () => boolean;
  /** Names of parts this edit replaced, added or removed. */
  readonly named: () => readonly string[];
  /** Source order, untouched entries copied raw, new parts last. */
  readonly items: () => ZipItem[];
}

export const createPackageEdit = (source: OpcPackage): PackageEdit => {
  const contents = new Map<string, PartContent>();
  const removed = new Set<string>();
  const types = new Map<string, string | null>();
  const documents = new Map<string, XmlDocument>();

  const has = (part: string) => contents.has(part) || (!removed.has(part) && source.has(part));
  const bytes = (part: string): Buffer => {
    const content = contents.get(part);
    if (content === undefined) return source.bytes(part);
    if (typeof content === 'function') throw new Error(`${part} is streamed and cannot be held`);
    return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  };
  const xml = (part: string): XmlDocument => {
    if (!contents.has(part)) return source.xml(part);
    const known = documents.get(part) ?? parseXmlPart(bytes(part), source.limits);
    documents.set(part, known);
    return known;
  };
  const put = (part: string, content: PartContent, contentType?: string) => {
    contents.set(part, content);
    removed.delete(part);
    documents.delete(part);
    if (contentType !== undefined && typeOf(part) !== contentType) types.set(part, contentType);
  };
  const typeOf = (part: string): string | undefined => {
    const changed = types.get(part);
    if (changed !== undefined) return changed ?? undefined;
    return contentTypeOf(readContentTypes(source.xml(CONTENT_TYPES)), part);
  };
  const remove = (part: string) => {
    for (const name of [part, relationshipsPartOf(part)]) {
      contents.delete(name);
      documents.delete(name);
      if (source.has(name)) removed.add(name);
      // Some packages declare a type for relations, too.
      types.set(name, null);
    }
  };
  const names = () => {
    const kept = source.names().filter((name) => !removed.has(name));
    return [...kept, ...[...contents.keys()].filter((name) => !source.has(name) && name !== CONTENT_TYPES)];
  };
  const relationships = (owner: string) => {
    const part = relationshipsPartOf(owner);
    return has(part) ? readRelationships(owner, xml(part)) : [];
  };
  const relate = (owner: string, made: NewRelationship): string => {
    const part = relationshipsPartOf(owner);
    const document = has(part) ? xml(part) : parseXmlPart(Buffer.from(EMPTY_RELATIONSHIPS));
    const { id, bytes } = addRelationship(owner, document, made);
    put(part, bytes, 'application/vnd.openxmlformats-package.relationships+xml');
    return id;
  };
  const finalTypes = (): Buffer | undefined =>
    types.size === 0 ? undefined : editContentTypes(source.xml(CONTENT_TYPES), types);

  return {
    source,
    has,
    names,
    bytes,
    xml,
    put,
    typeOf,
    remove,
    relationships,
    relate,
    chunks: (part) => {
      const content = contents.get(part);
      if (content === undefined) return source.chunks(part);
      return typeof content === 'function' ? asBuffers(content()) : once(bytes(part));
    },
    unrelate: (owner, id) => put(relationshipsPartOf(owner), removeRelationship(xml(relationshipsPartOf(owner)), id)),
    freshName: (stem, extension) => {
      const taken = new Set([...source.names(), ...contents.keys()].map((name) => name.toLowerCase()));
      for (let number = 1; ; number++)
        if (!taken.has(`${stem}${number}${extension}`.toLowerCase())) return `${stem}${number}${extension}`;
    },
    dropOrphans: (candidates) => {
      const dropped: string[] = [];
      const queue = [...candidates];
      for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
        if (!has(part) || isReferenced(part, names(), relationships)) continue;
        queue.push(...relationships(part).flatMap((it) => (it.part === undefined ? [] : [it.part])));
        remove(part);
        dropped.push(part);
      }
      return dropped;
    },
    changed: () => contents.size > 0 || removed.size > 0,
    named: () => {
      const typed = finalTypes();
      const all = new Set([...contents.keys(), ...removed, ...(typed ? [CONTENT_TYPES] : [])]);
      return [...all].toSorted();
    },
    items: () => {
      const typed = finalTypes();
      const made: ZipItem[] = [];
      for (const entry of source.zip.entries) {
        const content = entry.name === CONTENT_TYPES ? typed : contents.get(entry.name);
        if (content !== undefined) made.push(itemOf(entry.name, content));
        else if (!removed.has(entry.name)) made.push({ from: 'copy', zip: source.zip, entry });
      }
      for (const [name, content] of contents) if (!source.zip.byName.has(name)) made.push(itemOf(name, content));
      return made;
    },
  };
};

const itemOf = (name: string, content: PartContent): ZipItem =>
  typeof content === 'function' ? { from: 'chunks', name, chunks: content() } : { from: 'bytes', name, bytes: content };

const isReferenced = (
  part: string,
  names: readonly string[],
  relationships: (owner: string) => readonly { readonly part: string | undefined }[],
): boolean =>
  names.some((name) => {
    const owner = ownerOfRelationships(name);
    return owner !== undefined && owner !== part && relationships(owner).some((it) => it.part === part);
  });

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* asBuffers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}

import { createHash } from 'node:crypto';
import { CONTENT_TYPES, type ContentTypes, contentTypeOf, readContentTypes } from './content-types.ts';
import { type PackageLimits, packageLimits } from './limits.ts';
import { relationshipsPartOf } from './part-names.ts';
import { refuseRead } from './refusal.ts';
import { type Relationship, readRelationships } from './relationships.ts';
import { type Deferred, parseXmlPart, type XmlDocument } from './xml.ts';
import { type CrcPolicy, entryBytes, entryChunks, openZip, type Zip, type ZipEntry } from './zip-read.ts';

/** Anything parts can be read from: a package as it is, or one with edits on top. */
export interface Parts {
  readonly has: (part: string) => boolean;
  readonly names: () => readonly string[];
  readonly bytes: (part: string) => Buffer;
  readonly chunks: (part: string) => AsyncIterable<Buffer>;
  readonly xml: (part: string) => XmlDocument;
  readonly typeOf: (part: string) => string | undefined;
  /** Of a part, or of the package itself for `''`. Empty when there are none. */
  readonly relationships: (owner: string) => readonly Relationship[];
}

export interface OpcPackage extends Parts {
  readonly zip: Zip;
  readonly limits: PackageLimits;
  /** SHA-256 of parts that were streamed to their end, made on the way; only under `hashes`. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Parts whose checksum was wrong when they were read; only filled under `tolerateBadCrc`. */
  readonly damaged: ReadonlySet<string>;
}

export type OpenOptions = {
  readonly limits?: PackageLimits;
  /** Reading may go on with a warning; writing may not, because the damage would be copied under a right checksum. */
  readonly tolerateBadCrc?: boolean;
  /** For those who will need the hashes of what they read, as an edit does. */
  readonly hashes?: boolean;
  /** For those who read two large parts side by side and need little of each. */
  readonly deferred?: Deferred;
};

export const openPackage = (bytes: Uint8Array, options: OpenOptions = {}): OpcPackage => {
  const limits = options.limits ?? packageLimits;
  const zip = openZip(bytes, limits);
  const folded = new Map(zip.entries.map((entry) => [entry.name.toLowerCase(), entry]));
  const damaged = new Set<string>();
  const hashes = new Map<string, string>();
  const policy: CrcPolicy = options.tolerateBadCrc ? (name) => void damaged.add(name) : 'refuse';
  const documents = new Map<string, XmlDocument>();
  const entry = (part: string): ZipEntry | undefined => zip.byName.get(part) ?? folded.get(part.toLowerCase());
  const needed = (part: string): ZipEntry =>
    entry(part) ?? refuseRead('damaged', `The package lacks its part ${part.slice(0, 120)}.`);
  const xml = (part: string): XmlDocument => {
    const known = documents.get(part);
    if (known) return known;
    const found = needed(part);
    if (found.size > limits.treePartBytes) refuseRead('archive_bomb', 'A part of the package is too large to hold.');
    const parsed = parseXmlPart(entryBytes(zip, found, policy), limits, options.deferred);
    documents.set(part, parsed);
    return parsed;
  };
  let types: ContentTypes | undefined;
  return {
    zip,
    limits,
    damaged,
    hashes,
    has: (part) => entry(part) !== undefined,
    names: () => zip.entries.filter((it) => !it.isFolder).map((it) => it.name),
    bytes: (part) => entryBytes(zip, needed(part), policy),
    chunks: (part) => {
      const found = needed(part);
      const plain = options.hashes !== true || hashes.has(found.name);
      return plain ? entryChunks(zip, found, policy) : hashed(zip, found, policy, hashes);
    },
    xml,
    typeOf: (part) => {
      types ??= readContentTypes(xml(CONTENT_TYPES));
      return contentTypeOf(types, part);
    },
    relationships: (owner) => {
      const part = relationshipsPartOf(owner);
      return entry(part) ? readRelationships(owner, xml(part)) : [];
    },
  };
};

async function* hashed(
  zip: Zip,
  entry: ZipEntry,
  policy: CrcPolicy,
  hashes: Map<string, string>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of entryChunks(zip, entry, policy)) {
    hash.update(chunk);
    yield chunk;
  }
  hashes.set(entry.name, `sha256:${hash.digest('hex')}`);
}

/** The first relationship of a kind, followed: `followOne(parts, 'xl/workbook.xml', 'styles')`. */
export const followOne = (parts: Parts, owner: string, kind: string): string | undefined =>
  parts.relationships(owner).find((it) => it.kind === kind && it.part !== undefined)?.part;

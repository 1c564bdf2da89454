import type { Certificate } from './certificate.ts';
import { certify } from './certificate.ts';
import { CONTENT_TYPES } from './content-types.ts';
import { type OpcPackage, openPackage } from './opc.ts';
import { ownerOfRelationships } from './part-names.ts';
import { isRefusal, refuseRead, refuseWrite } from './refusal.ts';
import type { Relationship } from './relationships.ts';
import { checkXmlChunks } from './xml-check.ts';

/** Looks at a changed part of the result while it is read for other checks; refuses by throwing. */
export type PartInspector = { readonly feed: (chunk: Buffer) => void; readonly finish: () => void };

export type VerifyOptions = {
  /** `before` is the source, undefined for a new file: what was odd there already is not held against the edit. */
  readonly inspect?: (written: OpcPackage, part: string, before: OpcPackage | undefined) => PartInspector | undefined;
  readonly beforeHashes?: ReadonlyMap<string, string>;
};

/**
 * Reads a written package back as a stranger would: every checksum, every changed part as XML, every relationship
 * target, every content type. Refuses `verify_failed`; the caller then throws the staging file away. A fault the
 * source had already is no reason to refuse: the edit must not make anything worse, and need not make it better.
 */
export const verifyPackage = async (
  before: Uint8Array | null,
  after: Uint8Array,
  named: readonly string[],
  options: VerifyOptions = {},
): Promise<Certificate> => {
  try {
    const written = openPackage(after, { hashes: true });
    const source = before === null ? undefined : openPackage(before);
    for (const part of named) {
      if (!written.has(part) || !isXml(written, part)) continue;
      const inspector = options.inspect?.(written, part, source);
      try {
        await checkXmlChunks(inspector ? fed(written.chunks(part), inspector) : written.chunks(part));
      } catch (cause) {
        if (!isRefusal(cause) || !source || !(await wasMalformed(source, part))) throw cause;
        continue;
      }
      inspector?.finish();
    }
    const known = new Set(source ? problemsOf(source) : []);
    const problem = problemsOf(written).find((each) => !known.has(each));
    if (problem !== undefined) return refuseWrite('verify_failed', problem);
    const certificate = await certify(before, after, named, {
      after: written.hashes,
      ...(options.beforeHashes ? { before: options.beforeHashes } : {}),
    });
    const stray = certificate.parts.find((part) => !part.named && part.before !== part.after);
    if (stray) return refuseWrite('verify_failed', `${stray.name} changed without being named.`);
    return certificate;
  } catch (cause) {
    const broken = isRefusal(cause) && before !== null ? brokenPart(before) : undefined;
    if (broken !== undefined)
      return refuseRead('damaged', `${broken} is damaged in the file itself, so an edit cannot be saved.`);
    if (isRefusal(cause) && cause.error.code === 'FILE_READ_FAILED')
      return refuseWrite('verify_failed', `The written file cannot be read back: ${cause.error.message}`);
    throw cause;
  }
};

async function* fed(chunks: AsyncIterable<Buffer>, inspector: PartInspector): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    inspector.feed(chunk);
    yield chunk;
  }
}

const isXml = (parts: OpcPackage, part: string): boolean =>
  part.endsWith('.xml') || part.endsWith('.rels') || (parts.typeOf(part) ?? '').endsWith('+xml');

const wasMalformed = async (source: OpcPackage, part: string): Promise<boolean> => {
  if (!source.has(part)) return false;
  try {
    await checkXmlChunks(source.chunks(part));
    return false;
  } catch (cause) {
    if (isRefusal(cause)) return true;
    throw cause;
  }
};

const problemsOf = (pkg: OpcPackage): string[] => [...relationshipProblems(pkg), ...typeProblems(pkg)];

const relationshipProblems = (pkg: OpcPackage): string[] =>
  pkg.names().flatMap((name) => {
    const owner = ownerOfRelationships(name);
    if (owner === undefined) return [];
    if (owner !== '' && !pkg.has(owner)) return [`${name} describes a part that is missing.`];
    const links = linksOf(pkg, owner);
    if (!links) return [`${name} cannot be read.`];
    const ids = new Set<string>();
    return links.flatMap(({ id, part, external, target }) => {
      const isTwice = ids.has(id);
      ids.add(id);
      const isLoose =
        !external && !target.startsWith('#') && target !== 'NULL' && (part === undefined || !pkg.has(part));
      return [
        ...(isTwice ? [`${name} uses the id ${id.slice(0, 40)} twice.`] : []),
        ...(isLoose ? [`${name} points to ${target.slice(0, 120)}, which is not there.`] : []),
      ];
    });
  });

const linksOf = (pkg: OpcPackage, owner: string): readonly Relationship[] | undefined => {
  try {
    return pkg.relationships(owner);
  } catch (cause) {
    if (isRefusal(cause)) return undefined;
    throw cause;
  }
};

const typeProblems = (pkg: OpcPackage): string[] =>
  pkg
    .names()
    .filter((name) => name !== CONTENT_TYPES && pkg.typeOf(name) === undefined)
    .map((name) => `${name} has no content type.`);

/** A part of the source that cannot be read; it was copied as it is, and the copy cannot be read either. */
const brokenPart = (before: Uint8Array): string | undefined => {
  const source = openPackage(before);
  return source.names().find((name) => {
    try {
      source.bytes(name);
      return false;
    } catch (cause) {
      if (isRefusal(cause)) return true;
      throw cause;
    }
  });
};

import type { Certificate } from './certificate.ts';
import { certify } from './certificate.ts';
import { CONTENT_TYPES } from './content-types.ts';
import { type OpcPackage, openPackage } from './opc.ts';
import { ownerOfRelationships } from './part-names.ts';
import { isRefusal, refuseWrite } from './refusal.ts';
import { checkXmlChunks } from './xml-check.ts';

/** Looks at a changed part of the result while it is read for other checks; refuses by throwing. */
export type PartInspector = { readonly feed: (chunk: Buffer) => void; readonly finish: () => void };

export type VerifyOptions = {
  readonly inspect?: (written: OpcPackage, part: string) => PartInspector | undefined;
  readonly beforeHashes?: ReadonlyMap<string, string>;
};

/**
 * Reads a written package back as a stranger would: every checksum, every changed part as XML, every relationship
 * target, every content type. Refuses `verify_failed`; the caller then throws the staging file away.
 */
export const verifyPackage = async (
  before: Uint8Array | null,
  after: Uint8Array,
  named: readonly string[],
  options: VerifyOptions = {},
): Promise<Certificate> => {
  try {
    const written = openPackage(after, { hashes: true });
    for (const part of named) {
      if (!written.has(part) || !isXml(written, part)) continue;
      const inspector = options.inspect?.(written, part);
      await checkXmlChunks(inspector ? fed(written.chunks(part), inspector) : written.chunks(part));
      inspector?.finish();
    }
    const problem = relationshipProblem(written) ?? typeProblem(written);
    if (problem !== undefined) return refuseWrite('verify_failed', problem);
    const certificate = await certify(before, after, named, {
      after: written.hashes,
      ...(options.beforeHashes ? { before: options.beforeHashes } : {}),
    });
    const stray = certificate.parts.find((part) => !part.named && part.before !== part.after);
    if (stray) return refuseWrite('verify_failed', `${stray.name} changed without being named.`);
    return certificate;
  } catch (cause) {
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

const relationshipProblem = (written: OpcPackage): string | undefined => {
  for (const name of written.names()) {
    const owner = ownerOfRelationships(name);
    if (owner === undefined) continue;
    if (owner !== '' && !written.has(owner)) return `${name} speaks for a part that is gone.`;
    const ids = new Set<string>();
    for (const { id, part, external, target } of written.relationships(owner)) {
      if (ids.has(id)) return `${name} uses one id twice.`;
      ids.add(id);
      if (external || target.startsWith('#') || target === 'NULL') continue;
      if (part === undefined || !written.has(part)) return `${name} points to a part that is not there.`;
    }
  }
  return undefined;
};

const typeProblem = (written: OpcPackage): string | undefined => {
  const untyped = written.names().find((name) => name !== CONTENT_TYPES && written.typeOf(name) === undefined);
  return untyped === undefined ? undefined : `${untyped} has no content type.`;
};

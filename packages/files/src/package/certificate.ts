import { createHash } from 'node:crypto';
import { versionOf } from './version-of.ts';
import { entryChunks, openZip, rawBytes, type Zip, type ZipEntry } from './zip-read.ts';

/** Says, part by part, what an edit changed. Hashes are of inflated content. */
export type Certificate = {
  readonly v: 1;
  /** SHA-256 of the whole file before (null when it is new) and after. */
  readonly before: string | null;
  readonly after: string;
  /** Sorted by name; every part of either side. */
  readonly parts: readonly PartProof[];
};

export type PartProof = {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  /** The edit meant to change this part. What is not named is equal on both sides. */
  readonly named: boolean;
};

/** Hashes that were made while the parts were read for another reason. */
export type KnownHashes = {
  readonly before?: ReadonlyMap<string, string>;
  readonly after?: ReadonlyMap<string, string>;
};

export const certify = async (
  before: Uint8Array | null,
  after: Uint8Array,
  named: readonly string[],
  known: KnownHashes = {},
): Promise<Certificate> => {
  const declared = new Set(named);
  const parts = await compareParts(before, after, known);
  return {
    v: 1,
    before: before === null ? null : versionOf(before),
    after: versionOf(after),
    parts: parts.map((part) => ({ ...part, named: before === null || declared.has(part.name) })),
  };
};

/** Sentences that say where files and certificate part ways; empty when the certificate holds. */
export const certificateProblems = async (
  certificate: Certificate,
  before: Uint8Array | null,
  after: Uint8Array,
): Promise<readonly string[]> => {
  const problems: string[] = [];
  if (certificate.before !== (before === null ? null : versionOf(before)))
    problems.push('the source file is another one');
  if (certificate.after !== versionOf(after)) problems.push('the result file is another one');
  for (const part of certificate.parts)
    if (!part.named && part.before !== part.after) problems.push(`${part.name} differs and was not named`);
  const actual = new Map((await compareParts(before, after)).map((part) => [part.name, part]));
  const known = new Set(certificate.parts.map((part) => part.name));
  for (const part of certificate.parts) {
    const found = actual.get(part.name);
    if (found === undefined) problems.push(`${part.name} is on neither side`);
    else if (found.before !== part.before) problems.push(`${part.name} was not so before`);
    else if (found.after !== part.after) problems.push(`${part.name} is not so after`);
  }
  for (const name of actual.keys()) if (!known.has(name)) problems.push(`${name} is not in the certificate`);
  return problems;
};

type Hashes = Pick<PartProof, 'name' | 'before' | 'after'>;

const compareParts = async (
  before: Uint8Array | null,
  after: Uint8Array,
  known: KnownHashes = {},
): Promise<Hashes[]> => {
  const old = before === null ? undefined : openZip(before);
  const made = openZip(after);
  const names = [...new Set([...partsOf(old), ...partsOf(made)])].toSorted();
  const hashes: Hashes[] = [];
  for (const name of names) {
    const was = old?.byName.get(name);
    const is = made.byName.get(name);
    const afterHash = is ? (known.after?.get(name) ?? (await partHash(made, is))) : null;
    const same = was && is && old && sameBytes(old, was, made, is);
    const beforeHash = same ? afterHash : was && old ? (known.before?.get(name) ?? (await partHash(old, was))) : null;
    hashes.push({ name, before: beforeHash, after: afterHash });
  }
  return hashes;
};

const partsOf = (zip: Zip | undefined): string[] =>
  (zip?.entries ?? []).filter((entry) => !entry.isFolder).map((entry) => entry.name);

// Equal compressed bytes under one method inflate to equal content, which spares hashing large parts twice.
const sameBytes = (a: Zip, x: ZipEntry, b: Zip, y: ZipEntry): boolean =>
  x.method === y.method && x.crc === y.crc && x.size === y.size && rawBytes(a, x).equals(rawBytes(b, y));

const partHash = async (zip: Zip, entry: ZipEntry): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of entryChunks(zip, entry)) hash.update(chunk);
  return `sha256:${hash.digest('hex')}`;
};

import reference from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../adapters/node/sha256.ts';
import { type CommitRecord, commitHash, parseRecord, recordLine } from './commit-record.ts';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const ids = fc.array(
  hash.map((hex) => `sha256:${hex}` as const),
  { maxLength: 3 },
);
const count = fc.nat();
const anyRecord: fc.Arbitrary<CommitRecord> = fc.record({
  v: fc.constant(1 as const),
  commit: count,
  first: count,
  last: count,
  bytes: count,
  sha256: hash,
  prev: hash,
  pins: ids,
  unpins: ids,
  group: count,
  segment: count,
  offset: count,
});

test('a record line is canonical JSON and reads back the same', () => {
  fc.assert(
    fc.property(anyRecord, (record) => {
      expect(recordLine(record)).toBe(reference(record));
      expect(parseRecord(recordLine(record))).toEqual({ ok: true, value: record });
    }),
  );
});

test('the chain runs over all but the place', () => {
  fc.assert(
    fc.property(anyRecord, ({ segment, offset, ...facts }) => {
      expect(commitHash(facts, sha256)).toBe(sha256(reference(facts) ?? ''));
    }),
  );
});

test('any other spelling is refused, and a later version is known for what it is', () => {
  const [record] = fc.sample(anyRecord, { numRuns: 1, seed: 3 });
  const line = recordLine(record as CommitRecord);
  for (const wrong of [
    '',
    'null',
    '[]',
    `${line} `,
    ` ${line}`,
    line.replace(':', ': '),
    line.replace(/"commit":\d+/, '"commit":01'),
    line.replace(/"commit":\d+/, '"commit":-1'),
  ]) {
    expect(parseRecord(wrong)).toEqual({ ok: false, error: 'schema_validation_failed' });
  }
  expect(parseRecord(line.replace('"v":1', '"v":2'))).toEqual({ ok: false, error: 'unknown_schema_version' });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../adapters/node/sha256.ts';
import { canonicalText } from '../canonical-json.ts';
import type { JsonObject } from '../json.ts';
import { checkAppend } from './checked-append.ts';
import { contentLine, contentOfLine } from './content-line.ts';
import { eventLine, keyOfLine, withSeq } from './event-line.ts';

const stamp = { id: () => `evt_${'a'.repeat(26)}`, at: () => '2025-01-01T00:00:00.000Z', sha256 };
const anyData = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }));
const anyKey = fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }));

test('an event line put together from parts is the canonical JSON of the event, and gives its key back', () => {
  fc.assert(
    fc.property(anyData, anyKey, fc.nat(), (data, key, seq) => {
      const checked = checkAppend([{ kind: 'said', key, data: data as JsonObject }], {}, stamp);
      if (!checked.ok) throw new Error(checked.error.detail);
      for (const event of checked.value.events) {
        const line = eventLine(event, seq);
        expect(canonicalText(withSeq(event, seq))).toEqual({ ok: true, value: line });
        expect(keyOfLine(line)).toBe(key);
      }
    }),
  );
});

test('a key is not mistaken for one inside the data', () => {
  const data = { x: ',"key":"no","kind":"no"', inner: { key: 'no', kind: 'no' } };
  const checked = checkAppend([{ kind: 'said', key: ',"key":"yes","kind":"', data }], {}, stamp);
  if (!checked.ok) throw new Error(checked.error.detail);
  for (const event of checked.value.events) expect(keyOfLine(eventLine(event, 3))).toBe(',"key":"yes","kind":"');
});

test('content of any bytes comes back from its line', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array(),
        fc.string({ unit: 'grapheme' }).map((text) => new TextEncoder().encode(text)),
      ),
      (bytes) => {
        const { id, line } = contentLine(bytes, sha256);
        expect(contentOfLine(line)).toEqual({ id, bytes: Uint8Array.from(bytes) });
      },
    ),
  );
});

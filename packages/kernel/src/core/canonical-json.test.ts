import reference from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalBytes, canonicalText, MAX_JSON_DEPTH } from './canonical-json.ts';

const written = (value: unknown): string => {
  const text = canonicalText(value);
  if (!text.ok) throw new Error(`${text.error.reason} at ${text.error.at}`);
  return text.value;
};

describe('RFC 8785 vectors', () => {
  test('the sample of section 3.2.2', () => {
    const sample = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(written(sample)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test('members sort by UTF-16 code units, not by code points', () => {
    const sample = JSON.parse(
      '{"\\u20ac":"Euro Sign","\\r":"Carriage Return","\\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",' +
        '"\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control","\\u00f6":"Latin Small Letter O With Diaeresis"}',
    );
    expect(Object.values(JSON.parse(written(sample)))).toHaveLength(7);
    expect(written(sample)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis",' +
        '"€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    );
  });

  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('the number %s is written %s', (bits, text) => {
    expect(written(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });
});

describe('what is not JSON is refused, and where is said', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = { again: [cyclic] };
  let deep: unknown = 1;
  for (let level = 0; level <= MAX_JSON_DEPTH; level += 1) deep = [deep];

  test.each([
    ['undefined', { a: undefined }, 'not_a_json_type', '/a'],
    ['a hole in an array', Object.assign([1], { 2: 3 }), 'not_a_json_type', '/1'],
    ['a function', [() => 1], 'not_a_json_type', '/0'],
    ['a bigint', 1n, 'not_a_json_type', ''],
    ['a date', { at: new Date(0) }, 'not_a_json_type', '/at'],
    ['a map', new Map(), 'not_a_json_type', ''],
    ['bytes', new Uint8Array(2), 'not_a_json_type', ''],
    ['NaN', { 'a/b': [Number.NaN] }, 'non_finite_number', '/a~1b/0'],
    ['infinity', Number.NEGATIVE_INFINITY, 'non_finite_number', ''],
    ['half a surrogate pair', ['\ud83d'], 'lone_surrogate', '/0'],
    ['half a pair in a name', { '\ude00': 1 }, 'lone_surrogate', '/\ude00'],
    ['a cycle', cyclic, 'cycle', '/self/again/0'],
  ])('%s', (_, value, reason, at) => {
    expect(canonicalText(value)).toEqual({ ok: false, error: { code: 'NOT_JSON', reason, at } });
  });

  test('a value deeper than the limit', () => {
    expect(canonicalText(deep)).toMatchObject({ ok: false, error: { reason: 'too_deep' } });
  });

  test('the same object twice is not a cycle', () => {
    const shared = { a: 1 };
    expect(written([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });
});

test('every JSON value is written as the reference writes it, and reads back the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(written(value)).toBe(reference(value));
      expect(written(JSON.parse(written(value)))).toBe(written(value));
    }),
    { numRuns: 500 },
  );
});

test('many names and long texts are written as the reference writes them', () => {
  const names = fc.uniqueArray(fc.string({ maxLength: 4 }), { minLength: 8, maxLength: 40 });
  const texts = fc
    .tuple(fc.nat(9_000), fc.string({ unit: 'grapheme', maxLength: 3 }))
    .map(([plain, odd]) => `${'a b~'.repeat(plain / 4)}${odd}z`);
  fc.assert(
    fc.property(names, texts, (all, text) => {
      const value = Object.fromEntries(all.map((name, at) => [name, at === 3 ? text : at]));
      expect(written(value)).toBe(reference(value));
    }),
    { numRuns: 200 },
  );
});

test('bytes are the UTF-8 of the text', () => {
  expect(canonicalBytes({ ש: '€' })).toEqual({ ok: true, value: new TextEncoder().encode('{"ש":"€"}') });
});

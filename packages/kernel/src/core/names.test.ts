import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { derivedId, idFromBytes, isId, uuidV7 } from './ids.ts';
import { parseStoredPath } from './stored-path.ts';
import { parseStreamId } from './stream-name.ts';

describe('ids', () => {
  test('16 bytes become 26 letters', () => {
    expect(idFromBytes('sess', new Uint8Array(16))).toBe(`sess_${'a'.repeat(26)}`);
    expect(idFromBytes('sess', new Uint8Array(16).fill(255))).toBe(`sess_${'7'.repeat(25)}4`);
    // RFC 4648 base32 of the bytes 0…15, in lower case, without padding.
    expect(
      idFromBytes(
        'x',
        Uint8Array.from({ length: 16 }, (_, n) => n),
      ),
    ).toBe('x_aaaqeayeaudaocajbifqydiob4');
  });

  test('every id has its shape, and different bytes have different ids', () => {
    const sixteen = fc.uint8Array({ minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(sixteen, sixteen, (a, b) => {
        expect(isId('run', idFromBytes('run', a))).toBe(true);
        expect(idFromBytes('run', a) === idFromBytes('run', b)).toBe(a.toString() === b.toString());
      }),
    );
  });

  test('an id of another kind, another alphabet or a second spelling is not one', () => {
    expect(isId('run', `sess_${'a'.repeat(26)}`)).toBe(false);
    expect(isId('run', `run_${'A'.repeat(26)}`)).toBe(false);
    expect(isId('run', `run_${'a'.repeat(25)}`)).toBe(false);
    expect(isId('run', `run_${'a'.repeat(25)}b`)).toBe(false);
  });

  test('a UUIDv7 carries its time, version and variant', () => {
    const bytes = uuidV7(0x017f22e279b0, new Uint8Array(10).fill(0xff));
    expect(Buffer.from(bytes).toString('hex')).toBe('017f22e279b07fffbfffffffffffffff');
  });

  test('a derived id is the start of the hash, so a retry derives the same', () => {
    const hash = () => '000102030405060708090a0b0c0d0e0f'.padEnd(64, 'f');
    expect(derivedId('x', hash, 'facts')).toBe('x_aaaqeayeaudaocajbifqydiob4');
  });
});

describe('stream names', () => {
  test.each(['install', 'session/sess_aaaa', 'bench/wb-1', 'project/p'])('%s is one', (stream) => {
    expect(parseStreamId(stream).ok).toBe(true);
  });

  test.each([
    '',
    '/',
    'session/',
    '../etc',
    'session/../x',
    'session/a/b',
    'Session/a',
    'session/A',
    'session/a:b',
    'session/a b',
    `session/${'a'.repeat(97)}`,
    'session/.x',
  ])('%j is refused', (stream) => {
    expect(parseStreamId(stream)).toMatchObject({ ok: false, error: { code: 'INVALID', reason: 'bad_stream' } });
  });
});

describe('stored paths', () => {
  test.each(['a', 'a/b.txt', 'דוח/סיכום.docx', 'a..b/..c', '…'])('%s is one', (path) => {
    expect(parseStoredPath(path)).toEqual({ ok: true, value: path });
  });

  test.each([
    ['', 'empty'],
    ['/etc/passwd', 'absolute'],
    ['C:/x', 'absolute'],
    ['../x', 'climbs'],
    ['a/../../x', 'climbs'],
    ['a/./b', 'climbs'],
    ['a//b', 'empty_name'],
    ['a/', 'empty_name'],
    ['a\\b', 'forbidden_character'],
    ['ab:c', 'forbidden_character'],
    ['a\u0000b', 'forbidden_character'],
    ['\ud800', 'not_text'],
    ['x'.repeat(256), 'too_long'],
  ])('%j is refused: %s', (path, reason) => {
    expect(parseStoredPath(path)).toMatchObject({ ok: false, error: { code: 'BAD_PATH', reason } });
  });
});

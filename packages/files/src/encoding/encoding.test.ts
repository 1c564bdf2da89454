import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { codecFor } from './codec.ts';
import { detectEncoding } from './detect-encoding.ts';

const german = 'Müller überquert für fünf Euro die Straße – „schön“ sagt er, während es läuft.\n'.repeat(20);
const japanese = '名前,住所\n山田太郎,東京都千代田区\n鈴木はな子,大阪府サカイ市\n'.repeat(20);

describe('detection', () => {
  test.each([
    ['utf-8', Buffer.from(german), 1],
    ['utf-8', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(german)]), 1],
    ['utf-16le', Buffer.from(`\ufeff${german}`, 'utf16le'), 1],
    ['utf-16be', Buffer.from(`\ufeff${german}`, 'utf16le').swap16(), 1],
    ['utf-16le', Buffer.from(german, 'utf16le'), 0.9],
    ['utf-16be', Buffer.from(german, 'utf16le').swap16(), 0.9],
  ])('%s is certain', (encoding, bytes, confidence) => {
    expect(detectEncoding(bytes)).toMatchObject({ encoding, confidence, guessed: false });
  });

  test.each([
    ['windows-1252', iconv.encode(german, 'windows-1252')],
    ['shift_jis', iconv.encode(japanese, 'shift_jis')],
    ['euc-jp', iconv.encode(japanese, 'euc-jp')],
    ['windows-1251', iconv.encode('Съешь же ещё этих мягких французских булок. '.repeat(20), 'windows-1251')],
  ])('%s is recognised by what it says', (encoding, bytes) => {
    expect(detectEncoding(bytes)?.encoding).toBe(encoding);
  });

  test('too little evidence is a guess that says so', () => {
    expect(detectEncoding(Buffer.from([0x61, 0xe9, 0x0a]))).toMatchObject({
      encoding: 'windows-1252',
      guessed: true,
      confidence: 0.5,
    });
  });

  test('a byte beyond the sample still decides against UTF-8', () => {
    const late = Buffer.concat([Buffer.alloc(400_000, 'a'), Buffer.from([0xe9]), Buffer.alloc(10_000, 'b')]);
    expect(detectEncoding(late)?.encoding).not.toBe('utf-8');
  });

  test('a NUL means that it is no text', () => {
    expect(detectEncoding(Buffer.from('abc\0def'))).toBeUndefined();
    expect(detectEncoding(Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from([0])]))).toBeUndefined();
  });
});

describe('codecs', () => {
  test('every byte of a single-byte encoding survives the round trip', () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    for (const name of ['windows-1252', 'iso-8859-2', 'koi8-r']) {
      const codec = codecFor(name);
      expect(codec.encode(codec.decode(all))).toEqual({ ok: true, value: all });
    }
  });

  test('a character the encoding cannot hold is named', () => {
    expect(codecFor('windows-1252').encode('a漢b')).toEqual({ ok: false, error: '漢' });
    expect(codecFor('shift_jis').encode('漢€')).toEqual({ ok: false, error: '€' });
    expect(codecFor('utf-8').encode('a\ud800b')).toMatchObject({ ok: false });
  });

  test('wide encodings write what they read', () => {
    for (const name of ['utf-16le', 'utf-16be', 'shift_jis']) {
      const codec = codecFor(name);
      const encoded = codec.encode(japanese);
      expect(encoded.ok && codec.decode(encoded.value)).toBe(japanese);
    }
  });
});

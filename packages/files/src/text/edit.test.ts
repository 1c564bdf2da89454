import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { settle } from '../tools/errors.ts';
import { editText, type TextEdit } from './edit.ts';
import { convertText, openText } from './text-file.ts';

const replace = (
  search: string,
  by: string,
  occurrence: number | 'all' | null = null,
  match_case: boolean | null = null,
): TextEdit => ({
  op: 'replace',
  search,
  replace: by,
  occurrence,
  match_case,
});
const after = (text: string, ...edits: TextEdit[]) => editText(openText(Buffer.from(text)), edits).bytes.toString();
const refused = (text: string, ...edits: TextEdit[]) => settle(() => after(text, ...edits));

describe('replace', () => {
  test('one hit is replaced, several are ambiguous unless one is chosen', async () => {
    expect(after('a b c\n', replace('b', 'B'))).toBe('a B c\n');
    expect(after('x\nx\nx\n', replace('x', 'y', 2))).toBe('x\ny\nx\n');
    expect(after('x\nx\n', replace('x', 'y', 'all'))).toBe('y\ny\n');
    expect(after('Ab aB', replace('AB', '-', 'all', false))).toBe('- -');
    expect(await refused('x\n\nx', replace('x', 'y'))).toMatchObject({
      ok: false,
      error: { reason: 'ambiguous_match', candidates: [1, 3], op_index: 0 },
    });
    expect(await refused('x', replace('x', 'y'), replace('q', 'y'))).toMatchObject({
      ok: false,
      error: { reason: 'no_match', op_index: 1 },
    });
    expect(await refused('x x', replace('x', 'y', 3))).toMatchObject({ ok: false, error: { reason: 'no_match' } });
  });

  test('a search over several lines matches the line breaks of the file and keeps them', () => {
    expect(after('a\r\nb\r\nc\r\n', replace('a\nb', '1\n2\n3'))).toBe('1\r\n2\r\n3\r\nc\r\n');
    expect(after('a\nb', replace('\nb', ''))).toBe('a');
  });

  test('a search text is never a pattern', () => {
    expect(after('a.c abc [x]-(y)/$^', replace('a.c', '1'), replace('[x]-(y)/$^', '2'))).toBe('1 abc 2');
  });
});

describe('lines', () => {
  test('numbers mean the file before the batch', async () => {
    const edits: TextEdit[] = [
      { op: 'insert_lines', before_line: 1, text: 'zero' },
      { op: 'replace_lines', line_start: 2, line_end: 3, text: 'two\nthree\nmore' },
      { op: 'append', text: 'last' },
    ];
    expect(after('1\n2\n3\n4\n', ...edits)).toBe('zero\n1\ntwo\nthree\nmore\n4\nlast\n');
    expect(after('1\r\n2', { op: 'append', text: '3' })).toBe('1\r\n2\r\n3');
    expect(after('1\n2\n3\n', { op: 'replace_lines', line_start: 2, line_end: 2, text: '' })).toBe('1\n3\n');
    expect(after('', { op: 'append', text: 'x' })).toBe('x\n');
    expect(await refused('1\n', { op: 'replace_lines', line_start: 1, line_end: 2, text: '' })).toMatchObject({
      error: { reason: 'index_out_of_range' },
    });
    expect(
      await refused('ab\n', replace('a', 'x'), { op: 'replace_lines', line_start: 1, line_end: 1, text: 'y' }),
    ).toMatchObject({
      error: { reason: 'bad_op', op_index: 1 },
    });
  });
});

describe('bytes', () => {
  test('[FL-48] one line of a CRLF windows-1252 text changes, the other bytes do not; 漢 cannot be written', async () => {
    const lines = Array.from({ length: 50 }, (_, at) => `Zeile ${at}: Straße – „schön“ für ${at} €`);
    const source = Buffer.concat([
      iconv.encode(`${lines.join('\r\n')}\r\n`, 'windows-1252'),
      Buffer.from([0x81, 0x0d, 0x0a]),
    ]);
    const file = openText(source);
    expect(file.encoding.encoding).toBe('windows-1252');
    const { bytes } = editText(file, [replace('Zeile 20: Straße', 'Zeile zwanzig: Gaße')]);
    const old = iconv.encode('Zeile 20: Straße', 'windows-1252');
    const at = source.indexOf(old);
    const expected = [
      source.subarray(0, at),
      iconv.encode('Zeile zwanzig: Gaße', 'windows-1252'),
      source.subarray(at + old.length),
    ];
    expect(bytes.equals(Buffer.concat(expected))).toBe(true);
    const kanji = await settle(() => editText(file, [replace('Zeile 20', '漢')]));
    expect(kanji).toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_FAILED', reason: 'unencodable', op_index: 0 },
    });
    expect(kanji.ok ? '' : kanji.error.message).toContain('漢');
    // Half a character fits no encoding: the way on is another text.
    const half = await settle(() => editText(convertText(file, 'utf-8'), [replace('Zeile 20', 'a\ud83d')]));
    expect(half).toMatchObject({ ok: false, error: { reason: 'unencodable', hint: expect.stringContaining('whole') } });
    const converted = editText(convertText(file, 'utf-8'), [replace('Zeile 20', '漢')]).bytes.toString('utf8');
    expect(converted).toContain('\r\n漢: Straße – „schön“ für 20 €\r\n');
  });

  test('any single-line replacement leaves all other bytes alone, in any encoding', () => {
    const encodings = fc.constantFrom('utf8', 'utf-16le', 'shift_jis', 'windows-1251');
    fc.assert(
      fc.property(encodings, fc.integer({ min: 0, max: 19 }), (encoding, at) => {
        const words: Record<string, string> = {
          'windows-1251': 'строка',
          shift_jis: 'かな行',
          utf8: 'žluť',
          'utf-16le': '漢é',
        };
        const lines = Array.from({ length: 20 }, (_, index) => `${words[encoding]} #${index}.${'\r\n'}`);
        const encode = (text: string) =>
          Buffer.concat([
            encoding === 'utf-16le' ? Buffer.from([0xff, 0xfe]) : Buffer.alloc(0),
            iconv.encode(text, encoding),
          ]);
        const { bytes } = editText(openText(encode(lines.join(''))), [replace(`#${at}.`, 'new!')]);
        expect(
          bytes.equals(
            encode(lines.map((line, index) => (index === at ? line.replace(/#.*\./, 'new!') : line)).join('')),
          ),
        ).toBe(true);
      }),
    );
  });
});

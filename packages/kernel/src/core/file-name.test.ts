import { expect, test } from 'vitest';
import { keptFileName } from './file-name.ts';

test.each([
  ['', 'empty'],
  ['a\r\nb.txt', 'control'],
  ['a\u001b[31m.txt', 'control'],
  ['a\u0007', 'control'],
  ['a\u009b.txt', 'control'],
  ['a\u2028b', 'control'],
  ['\u202ecod.exe', 'control'],
  ['CON', 'reserved'],
  ['con.txt', 'reserved'],
  ['LPT1.csv', 'reserved'],
  ['a:b', 'separator'],
  ['a/b', 'separator'],
  ['a\\b', 'separator'],
  ['.', 'dots'],
  ['..', 'dots'],
  ['a.', 'trailing'],
  ['a ', 'trailing'],
  ['\ud800.txt', 'not_text'],
  ['x'.repeat(256), 'too_long'],
  ['א'.repeat(128), 'too_long'],
])('%j is refused as %s', (name, fault) => {
  expect(keptFileName(name)).toEqual({ ok: false, error: fault });
});

test.each(['a.txt', 'דוח רבעוני.xlsx', '\u200fדוח.xlsx', '.hidden', 'console.txt', 'a b (1).docx', 'x'.repeat(255)])(
  '%s is kept',
  (name) => {
    expect(keptFileName(name)).toEqual({ ok: true, value: name });
  },
);

test('two spellings of one name are one file', () => {
  const [composed, decomposed] = ['caf\u00e9.txt', 'cafe\u0301.txt'];
  expect(keptFileName(decomposed)).toEqual(keptFileName(composed));
});

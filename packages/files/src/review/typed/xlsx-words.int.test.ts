import { expect, test } from 'vitest';
import { makeZip } from '../../../fixtures/lib/zip.ts';
import { rich } from '../../../fixtures/xlsx/rich.ts';
import { entryBytes, openZip } from '../../package/zip-read.ts';
import { reviewRows } from '../../view/review-rows.ts';
import { english } from '../../view/words.ts';
import { pageOf } from './page.ts';
import { buildXlsx } from './xlsx.ts';

/** The rich workbook with other words in one of its parts. */
const withWords = (name: RegExp, from: string | RegExp, to: string): Buffer => {
  const zip = openZip(rich());
  let isChanged = false;
  const changed = makeZip(
    zip.entries.map((entry) => {
      const data = Buffer.from(entryBytes(zip, entry));
      if (!name.test(entry.name)) return { name: entry.name, data };
      const text = data.toString().replace(from, to);
      isChanged ||= text !== data.toString();
      return { name: entry.name, data: text };
    }),
  );
  if (!isChanged) throw new Error('no part says it');
  return changed;
};

/** Both sides of every row that Review shows. */
const shown = async (after: Buffer): Promise<readonly string[]> => {
  const page = pageOf(await buildXlsx(rich(), after), { offset: 0, limit: 50 });
  return reviewRows(page as never, english).map(({ before, after: is }) => `${before?.text ?? ''} → ${is?.text ?? ''}`);
};

test.each([
  ['a comment', /comments1\.xml$/, 'Check this', 'Checked', 'Data!D3: Check this → Data!D3: Checked'],
  ['a hidden row', /sheet1\.xml$/, '<row r="5" hidden="1"', '<row r="5"', 'Data: rows 5 hidden → '],
  ['a hidden sheet', /workbook\.xml$/, ' state="veryHidden"', '', ': hidden → '],
  ['a rule of a validation', /sheet1\.xml$/, /(<formula1>)[^<]*/, '$19999', '9999'],
])('%s shows what it was and is', async (_, part, from, to, row) => {
  expect((await shown(withWords(part, from, to))).join('\n')).toContain(row);
});

test('the look of a cell is named where another program numbered the styles afresh', async () => {
  const rows = await shown(withWords(/styles\.xml$/, /formatCode="[^"]*"/, 'formatCode="0.000%"'));
  expect(rows.join('\n')).toMatch(/Data!\w+: .*\(0\.000%\)/);
});

import { expect, test } from 'vitest';
import { convert, hasSoffice } from '../../../../files/fixtures/lib/soffice.ts';
import { planPrint } from '../../core/documents/plan-print.ts';
import { quotePrint } from '../../core/documents/quote-print.ts';
import { novaQuote, novaState } from '../../core/quote/testing/nova.ts';
import { scheduleOf } from '../../core/schedule/schedule.ts';
import { aRisk, aTask } from '../../core/testing/records.ts';
import { redPng } from '../../testing/red-png.ts';
import { unzipped } from '../../testing/unzipped.ts';
import { documentToWord } from './docx-file.ts';

const asText = async (bytes: Uint8Array): Promise<string> =>
  (await convert(Buffer.from(bytes), 'made.docx', 'txt:Text (encoded):UTF8', 'made.txt'))
    .toString('utf8')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '');

const planState = () =>
  novaState(
    aTask('tsk_1', { title: { he: 'ייצור קיר' }, estimateMin: 960, sectionId: 'sec_2' }),
    aTask('tsk_2', { title: { he: 'התקנה & בדיקה' }, dependsOn: ['tsk_1'], trade: 'install' }),
    aRisk('rsk_1', { title: { he: 'מעלית צרה' }, likelihood: 4, impact: 3 }),
  );

test.runIf(hasSoffice)('a quote and a plan open as Word documents with all they say', async () => {
  const state = planState();
  const [quote, plan] = [
    await asText(await documentToWord((sizes) => quotePrint(novaQuote('both'), sizes))),
    await asText(
      await documentToWord(() =>
        planPrint(state.records, scheduleOf(state.records), 'he', { at: '2026-04-16T08:00:00.000Z', withRisks: true }),
      ),
    ),
  ];
  for (const said of ['הצעת מחיר Q-2026-0042', '₪42,019.80', 'במידות 2.40 × 4.80 מ׳', 'Total to pay', 'דנה לוי'])
    expect(quote).toContain(said);
  for (const said of ['ייצור קיר', 'התקנה & בדיקה', 'מעלית צרה', '16', 'נגרות']) expect(plan).toContain(said);
  expect(plan).not.toContain('₪');
});

test('Hebrew runs from right to left, sizes and amounts do not, pictures come along', async () => {
  const quote = novaQuote();
  const picture = `sha256:${'a'.repeat(64)}`;
  const parts = unzipped(
    Buffer.from(
      await documentToWord(
        (sizes) =>
          quotePrint({ ...quote, company: { ...quote.company, logo: { blob: picture, kind: 'image/png' } } }, sizes),
        [
          { id: picture, kind: 'image/png', bytes: redPng },
          { id: 'broken', kind: 'image/png', bytes: Buffer.from('no') },
        ],
      ),
    ),
  );
  const xml = parts.get('word/document.xml')?.toString('utf8') ?? '';
  expect(xml).toContain('<w:bidiVisual/>');
  expect(xml).toMatch(/<w:rPr>[^/]*(?:<[^>]*\/>)*<w:rtl\/><\/w:rPr><w:t xml:space="preserve">קיר לוגו/);
  expect(xml).toMatch(/<w:rPr>(?:(?!rtl).)*<\/w:rPr><w:t xml:space="preserve">\u200e2\.40 × 4\.80\u200e<\/w:t>/);
  expect(xml).not.toMatch(/[\u2066-\u2069]/);
  expect(xml).toContain('r:embed="rIdPicture0"');
  expect(parts.get('word/media/picture0.png')?.equals(Buffer.from(redPng))).toBe(true);
  expect(parts.has('word/media/picture1.png')).toBe(false);
});

import { expect, test } from 'vitest';
import type { ClientQuote } from '../../core/quote/client-quote.ts';
import { novaQuote } from '../../core/quote/testing/nova.ts';
import { hasPoppler, inkByPage, textByPdfium, textByPoppler } from '../../testing/extract-pdf.ts';
import { redPng } from '../../testing/red-png.ts';
import { quoteToPdf } from './quote-files.ts';

const pdfOf = async (quote: ClientQuote): Promise<Uint8Array> => (await quoteToPdf(quote)).bytes;

/** Strings of the quote that a careless writer turns round, whole. */
const whole = [
  'הצעת מחיר Q-2026-0042',
  'בתוקף עד: 16.05.2026',
  'טל׳ +972-50-123-4567',
  'לכבוד: נובה תעשיות / Nova Industries',
  'מועד האירוע: 17.06.2026 · מקום: אולם הנמל',
  'קיר דיקט ליבנה 18 מ״מ (לבן), במידות 2.40 × 4.80 מ׳, עם אותיות PVC',
  '6.00 × 4.00 × 0.40 מ׳',
  'סך הכול לפני מע״מ ₪35,610.00',
  'מע״מ 18% ₪6,409.80',
  'סך הכול לתשלום ₪42,019.80',
  'יתרה 33.34% שוטף + 30 ₪14,009.40',
  'בנק 12, סניף 800, חשבון 12345/67',
];

/** Poppler keeps amounts, sizes and words; the order inside lines with much Latin is its own. */
const islands = ['2.40 × 4.80', '₪35,610.00', '₪42,019.80', '₪6,409.80', '+972-50-123-4567', '16.05.2026', '33.34%'];

/** What must never leave: costs of lines, base and direct sums, rates, notes, margin. */
const secret = [
  '285.00',
  '28,490.86',
  '24,351.16',
  '8,071.08',
  '140.00',
  '98765.43',
  'רווח',
  'תקורה',
  'margin',
  'עץ הכרמל',
];

test.runIf(hasPoppler)(
  '[ST-43] a Hebrew PDF reads in logical order, sizes and amounts unreversed, columns from the right, no cost',
  async () => {
    const bytes = await pdfOf(novaQuote());
    const [byPdfium, byPoppler, pages] = await Promise.all([
      textByPdfium(bytes),
      textByPoppler(bytes),
      inkByPage(bytes),
    ]);
    for (const text of whole) expect(byPdfium).toContain(text);
    expect(byPdfium).toContain('# תיאור כמות מחיר יחידה מחיר');
    for (const island of islands) expect(byPoppler).toContain(island);
    for (const word of whole.flatMap((text) => text.match(/[\u05d0-\u05ea״׳]+/g) ?? []))
      expect(byPoppler).toContain(word);
    for (const figure of secret) {
      expect(byPdfium).not.toContain(figure);
      expect(byPoppler).not.toContain(figure);
    }
    // Both readers also find text that ran off the page; ink does not lie. The first line stands at the right.
    expect(pages).toHaveLength(2);
    const [first] = pages;
    if (!first) throw new Error('no page');
    const darkIn = (from: number, to: number, top: number, bottom: number): number => {
      let count = 0;
      for (let y = top; y < bottom; y += 1) for (let x = from; x < to; x += 1) if (first.isDark(x, y)) count += 1;
      return count;
    };
    expect(darkIn(0, 40, 0, first.height) + darkIn(first.width - 40, first.width, 0, first.height)).toBe(0);
    expect(darkIn(0, first.width, first.height - 20, first.height)).toBe(0);
    // The company's name is at the right, the page's other half of that line holds the document's facts.
    expect(darkIn(430, 555, 46, 64)).toBeGreaterThan(100);
    // The letterhead's lower lines stand at the right only.
    expect(darkIn(300, 555, 118, 160)).toBeGreaterThan(100);
    expect(darkIn(40, 300, 118, 160)).toBe(0);
  },
);

test.runIf(hasPoppler)('an English quote, and one in both languages, read as they were written', async () => {
  const [english, both] = await Promise.all([
    pdfOf(novaQuote('en')).then(textByPdfium),
    pdfOf(novaQuote('both')).then(textByPdfium),
  ]);
  for (const text of ['Total to pay ₪42,019.80', '2.40 × 4.80 m, with PVC letters', 'Balance 33.34% End of month + 30'])
    expect(english).toContain(text);
  for (const text of [...whole, 'Attention: דנה לוי', 'Birch ply wall 18 mm (white), 2.40 × 4.80 m, with PVC letters'])
    expect(both).toContain(text);
  expect(both).toContain('Page 4 of 4');
});

test('long tables and long terms break over pages, with the head on each', async () => {
  const quote = novaQuote();
  const [line] = quote.lines;
  if (!line) throw new Error('no line');
  const long: ClientQuote = {
    ...quote,
    lines: Array.from({ length: 60 }, (_, at) => ({ ...line, title: { he: `אלמנט מספר ${at + 1}` } })),
    terms: { he: Array.from({ length: 90 }, (_, at) => `סעיף ${at + 1}. התשלום במועד הוא תנאי.`).join('\n') },
  };
  const bytes = await pdfOf(long);
  const text = await textByPdfium(bytes);
  expect(text.match(/# תיאור כמות מחיר יחידה מחיר/g)?.length).toBeGreaterThanOrEqual(3);
  for (const said of ['אלמנט מספר 1 ', 'אלמנט מספר 60 ', 'סעיף 90. התשלום במועד הוא תנאי.'])
    expect(`${text} `).toContain(said.trim());
  if (!hasPoppler) return;
  // Poppler does not read below the edge: all ninety clauses stand on paper.
  const onPaper = await textByPoppler(bytes);
  for (let at = 1; at <= 90; at += 1) expect(onPaper).toMatch(new RegExp(`(?<!\\d)${at}(?!\\d)`));
});

test('a row taller than a page goes on over the next', async () => {
  const quote = novaQuote();
  const [line] = quote.lines;
  if (!line) throw new Error('no line');
  const words = Array.from({ length: 900 }, (_, at) => `מילה${at}`).join(' ');
  const text = await textByPdfium(await pdfOf({ ...quote, lines: [{ ...line, text: { he: words } }] }));
  expect(text).toContain('מילה0 ');
  expect(text).toContain('מילה899');
});

test('the same quote gives the same bytes', async () => {
  const [first, second] = [await pdfOf(novaQuote()), await pdfOf(novaQuote())];
  expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true);
});

test('chosen pictures and the logo are drawn; one that cannot be read is named and left out', async () => {
  const quote = novaQuote();
  const picture = `sha256:${'a'.repeat(64)}`;
  const broken = `sha256:${'b'.repeat(64)}`;
  const shown: ClientQuote = {
    ...quote,
    company: { ...quote.company, logo: { blob: picture, kind: 'image/png' } },
    lines: quote.lines.map((line, at) => ({ ...line, pictures: at === 0 ? [broken, picture] : [] })),
  };
  const { bytes, unreadable } = await quoteToPdf(shown, [
    { id: picture, kind: 'image/png', bytes: redPng },
    { id: broken, kind: 'image/png', bytes: Buffer.from('not a picture') },
  ]);
  expect(unreadable).toEqual([broken]);
  expect(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Subtype \/Image/g),
  ).toHaveLength(1);
  if (!hasPoppler) return;
  const [page] = await inkByPage(bytes);
  expect(page?.isDark(540, 60)).toBe(true);
});

test('characters the font lacks become a question mark, points of Hebrew go', async () => {
  const quote = novaQuote();
  const text = await textByPdfium(
    await pdfOf({ ...quote, terms: { he: 'שָׁלוֹם 🙂 Привет ל-30 יום' }, exclusions: { he: 'x' } }),
  );
  expect(text).toContain('שלום ?????? ל־30 יום');
});

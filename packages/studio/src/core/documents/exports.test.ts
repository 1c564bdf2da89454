import { expect, test } from 'vitest';
import { clientQuoteOf } from '../quote/client-quote.ts';
import { issued, novaCompany, novaQuote, novaState } from '../quote/testing/nova.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import { aTask } from '../testing/records.ts';
import { tasksToIcs } from './calendar.ts';
import { toCsv } from './csv.ts';
import { formatBps, formatMilli, formatMinor, said } from './format.ts';
import { quoteCsv, quoteJson } from './quote-data.ts';
import { quoteHtml } from './quote-html.ts';
import { quotePrint } from './quote-print.ts';
import { planWorkbook } from './sheets/plan-sheet.ts';
import { quoteSummary } from './summary.ts';
import { firstStrongDirection, levelsOf, visualOrder } from './text/bidi.ts';
import { breakLines } from './text/break-lines.ts';
import { isFormat, islandsIn } from './text/isolate.ts';

const bare = { fonts: null, pictures: new Map() };

/** What a person sees from left to right on a line whose sentence runs as the page does. */
const seen = (line: string, direction: 'rtl' | 'ltr'): string =>
  visualOrder(line, levelsOf(line, direction), 0, line.length - 1)
    .map((at) => line[at] ?? '')
    .filter((char) => !isFormat(char))
    .join('');

test('[ST-90] a summary for WhatsApp and mail is plain text, numbers unreversed in both directions', () => {
  for (const lang of ['he', 'en'] as const) {
    const text = quoteSummary(novaQuote(), lang);
    expect(text).not.toMatch(/<[a-z]/);
    const lines = text.split('\n');
    for (const [figure, word] of [
      ['₪42,019.80', lang === 'he' ? 'לתשלום' : 'to pay'],
      ['Q-2026-0042', lang === 'he' ? 'הצעת' : 'Quote'],
      [lang === 'he' ? '16.05.2026' : '16/05/2026', lang === 'he' ? 'בתוקף' : 'Valid'],
      ['×3', lang === 'he' ? 'דלפק' : 'counter'],
    ] as const) {
      const line = lines.find((each) => each.includes(figure));
      expect(line).toContain(word);
      // The one who gets it may have a phone in either language.
      for (const direction of ['rtl', 'ltr'] as const) expect(seen(line ?? '', direction)).toContain(figure);
    }
  }
});

test('a page holds its language, its direction and its figures, and nothing that runs', () => {
  const html = quoteHtml(novaQuote('both'), { fonts: { regular: 'AAAA', bold: 'BBBB' }, pictures: new Map() });
  expect(html).toContain('<html lang="he" dir="rtl">');
  expect(html).toContain('<article lang="en" dir="ltr">');
  expect(html).toContain('<bdi dir="ltr">₪42,019.80</bdi>');
  expect(html).toContain('במידות <bdi dir="ltr">2.40 × 4.80</bdi> מ׳');
  expect(html).toContain('<bdi dir="ltr">+972-50-123-4567</bdi>');
  expect(html).toContain('font/ttf;base64,AAAA');
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/<script|javascript:|https?:|onerror/i);
});

test('whatever a person typed is text on the page, and a missing language says which it is', () => {
  const quote = novaQuote('en');
  const [line] = quote.lines;
  if (!line) throw new Error('no line');
  const html = quoteHtml(
    {
      ...quote,
      client: { name: '<img src=x onerror=alert(1)>"\'' },
      lines: [{ ...line, title: { he: 'רק <b>עברית</b>' }, pictures: ['" onload="x'] }],
      terms: { en: '</style><script>alert(1)</script>\nsecond & last' },
    },
    bare,
  );
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;');
  expect(html).toContain('<b lang="he" dir="rtl">רק &lt;b&gt;עברית&lt;/b&gt;</b>');
  expect(html).toContain('&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;<br>second &amp; last');
  expect(html.match(/<script|<img/g)).toBeNull();
});

test('the columns of a table say their language only where there are two', () => {
  const heads = (locale: 'he' | 'en' | 'both') =>
    quoteCsv(novaQuote(locale))
      .split('\r\n')
      .find((row) => row.startsWith('#'));
  expect(heads('he')).toBe('#,תיאור,פירוט,כמות,מחיר יחידה,מחיר (ILS)');
  expect(heads('en')).toBe('#,Description,Details,Qty,Unit price,Price (ILS)');
  expect(heads('both')).toContain('תיאור (עברית),Description (English),פירוט (עברית),Details (English)');
});

test('a spreadsheet opens the table without running any of it', () => {
  expect(toCsv([['=1+1', '+972', '-5.00', '-x', '@a', 'a"b', 'a,b', '\tx']])).toBe(
    '\ufeff\'=1+1,\'+972,-5.00,\'-x,\'@a,"a""b","a,b",\'\tx\r\n',
  );
  const csv = quoteCsv(novaQuote('both'));
  expect(csv.startsWith('\ufeff')).toBe(true);
  expect(csv).toContain('3,דלפק מידע,Info counter,2.40 × 1.05 × 0.60 מ׳,2.40 × 1.05 × 0.60 m,3,1383.33,4150.00');
  expect(csv).toContain('42019.80');
});

test('the data of a quote reads back, in whole minor units', () => {
  const read: unknown = JSON.parse(quoteJson(novaQuote()));
  expect(read).toMatchObject({ schema: 1, totalMinor: 4_201_980, lines: [{ priceMinor: 1_180_000 }, {}, {}, {}, {}] });
});

test('the calendar has the days of the schedule, and lines that calendars accept', () => {
  const state = novaState(
    aTask('tsk_1', { title: { he: 'ייצור קיר; חלק א, עם שם ארוך מאוד שלא נכנס בשורה אחת של קובץ' }, estimateMin: 960 }),
    aTask('tsk_2', { title: { he: 'התקנה' }, dependsOn: ['tsk_1'], trade: 'install' }),
    aTask('tsk_3', { title: { he: 'בוטל' }, status: 'cancelled' }),
  );
  const schedule = scheduleOf(state.records);
  const ics = tasksToIcs(state.records, schedule, 'he', '2026-04-16T08:00:00.000Z');
  const lines = ics.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  const unfolded = ics.replaceAll('\r\n ', '');
  expect(unfolded).toContain('SUMMARY:ייצור קיר\\; חלק א\\, עם שם ארוך מאוד שלא נכנס בשורה אחת של קובץ');
  expect(unfolded).not.toContain('בוטל');
  for (const id of ['tsk_1', 'tsk_2']) {
    const planned = schedule.byTask.get(id);
    const entry = unfolded.slice(unfolded.indexOf(`UID:${id}@`));
    expect(entry).toContain(`DTSTART;VALUE=DATE:${planned?.latestStart.replaceAll('-', '')}`);
    const end = /DTEND;VALUE=DATE:(\d{4})(\d\d)(\d\d)/.exec(entry);
    const dayBefore = new Date(Date.UTC(Number(end?.[1]), Number(end?.[2]) - 1, Number(end?.[3]) - 1));
    expect(dayBefore.toISOString().slice(0, 10)).toBe(planned?.latestFinish);
  }
});

test('figures are written out to the agora', () => {
  expect([formatMinor(4_201_980, 'ILS'), formatMinor(-5, 'ILS'), formatMinor(1_234_567n, 'USD')]).toEqual([
    '₪42,019.80',
    '-₪0.05',
    '$12,345.67',
  ]);
  expect([formatMinor(123_456, 'CHF'), formatMinor(5_000, 'JPY')]).toEqual(['CHF 1,234.56', 'JPY 5,000']);
  expect([formatMilli(1_500), formatMilli(38_000), formatBps(1_750)]).toEqual(['1.5', '38', '17.5%']);
  expect(said({ he: 'רק עברית' }, 'en')).toEqual({ text: 'רק עברית', lang: 'he' });
});

test('sizes, ranges and phone numbers are islands; words with digits are not', () => {
  const islands = (text: string) => islandsIn(text).flatMap(({ text: part, isIsland }) => (isIsland ? [part] : []));
  expect(islands('קיר 2.40 × 4.80 מ׳, שעות 08:00–16:00, טל׳ +972-50-123-4567, הנחה -5%')).toEqual([
    '2.40 × 4.80',
    '08:00–16:00',
    '+972-50-123-4567',
    '-5%',
  ]);
  expect(islands('Q-2026-0042 ו-MDF 16, ח.פ. 51-234567-8, E4')).toEqual([]);
  expect(firstStrongDirection('12 – קיר wall', 'ltr')).toBe('rtl');
});

test('lines break at spaces, long words anywhere, and no character is lost', () => {
  const width = () => 1;
  const text = 'אחת שתיים שלוש ארבע-חמש-שש-שבע-שמונה 12';
  const lines = breakLines(text, width, 12).map(({ from, to }) => text.slice(from, to + 1));
  expect(lines).toEqual(['אחת שתיים', 'שלוש', 'ארבע-חמש-שש-', 'שבע-שמונה 12']);
  const size = 'קיר של \u20662.40 × 4.80\u2069 מטר';
  expect(breakLines(size, width, 13).map(({ from, to }) => size.slice(from, to + 1))[1]).toContain('2.40 × 4.80');
  expect(breakLines('', width, 10)).toEqual([{ from: 0, to: -1 }]);
});

test('[ST-64] every issued quote carries the company as it was when issued, in both languages', () => {
  const state = novaState();
  const first = issued(state, { locale: 'both' });
  const moved = {
    ...novaCompany,
    name: { he: 'סטודיו חדש', en: 'New Studio' },
    phone: '03-999-0000',
    colors: { main: '#aa0000' },
    terms: { he: 'תנאים חדשים', en: 'New terms' },
    logo: { blob: `sha256:${'c'.repeat(64)}`, kind: 'image/png' as const },
  };
  const second = issued(state, { id: 'qt_2', version: 2, locale: 'both' }, moved);
  const [before, after] = [first, second].map((quote) =>
    quoteHtml(clientQuoteOf(quote), {
      fonts: null,
      pictures: new Map([[moved.logo.blob, 'data:image/png;base64,LOGO']]),
    }),
  );
  for (const said of [
    'סטודיו אור בע״מ',
    'Or Studio Ltd',
    '51-234567-8',
    'רחוב הנגרים 12, תל אביב',
    '12 HaNagarim St, Tel Aviv',
    '+972-50-123-4567',
    'בנק 12, סניף 800',
    '#0057b8',
    'חשמל באולם ואישורי בטיחות.',
    'The price includes transport and installation.',
    'for 350 guests',
  ])
    expect(before).toContain(said);
  for (const said of ['סטודיו חדש', 'New Studio', '03-999-0000', '#aa0000', 'New terms', 'base64,LOGO']) {
    expect(before).not.toContain(said);
    expect(after).toContain(said);
  }
  const pages = quotePrint(clientQuoteOf(first));
  expect(pages.sections.map(({ foot }) => foot(1, 2))).toEqual([
    'סטודיו אור – בונים במות · הצעת מחיר Q-2026-0042 · עמוד 1 מתוך 2',
    'Or Studio – we build stages · Quote Q-2026-0042 · Page 1 of 2',
  ]);
});

test('[ST-66] a payment plan by percent or sum adds up to the agora and stands on the quote in both languages', () => {
  const state = novaState();
  state.paymentPlan = [
    { label: { he: 'מקדמה', en: 'Advance' }, amount: { minor: 1_000_001 }, due: { kind: 'onOrder' } },
    { label: { he: 'ביניים', en: 'Interim' }, amount: { bps: 3_333 }, due: { kind: 'date', date: '2026-06-14' } },
    { label: { he: 'שלישי', en: 'Third' }, amount: { bps: 3_333 }, due: { kind: 'date', date: '2026-06-20' } },
    { label: { he: 'יתרה', en: 'Balance' }, amount: { bps: 3_334 }, due: { kind: 'endOfMonthPlus', days: 30 } },
  ];
  const quote = clientQuoteOf(issued(state, { locale: 'both' }));
  // What is left after the sum is ₪32,019.79; its odd agorot go to the largest remainders.
  expect(quote.payments.map(({ minor }) => minor)).toEqual([1_000_001, 1_067_220, 1_067_219, 1_067_540]);
  expect(quote.payments.reduce((all, { minor }) => all + minor, 0)).toBe(quote.totalMinor);
  const html = quoteHtml(quote, bare);
  for (const said of [
    'מקדמה',
    'עם ההזמנה',
    '14.06.2026',
    'שוטף + 30',
    'Advance',
    'On order',
    '14/06/2026',
    'End of month + 30',
  ])
    expect(html).toContain(said);
  expect(html.match(/₪10,000\.01/g)).toHaveLength(2);
});

test('the plan names whoever a task is given to, and keeps a name that was only typed', () => {
  const given = ['usr_1', 'local', 'הנגר של יוסי'].map((assigneeId, at) => aTask(`tsk_${at}`, { assigneeId }));
  const { records } = novaState(...given);
  const [plan] = planWorkbook(records, scheduleOf(records), 'he', new Map([['usr_1', 'דנה']])).sheets;
  const names = plan?.rows.flatMap(({ cells, style }) => (style === undefined ? [cells.at(-1)] : []));
  expect(names?.filter((name) => name !== '')).toEqual(['דנה', 'הבעלים', 'הנגר של יוסי']);
});

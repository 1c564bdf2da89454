import { expect, test } from 'vitest';
import { novaQuote, novaState } from '../quote/testing/nova.ts';
import { scheduleOf } from '../schedule/schedule.ts';
import { aTask } from '../testing/records.ts';
import { tasksToIcs } from './calendar.ts';
import { toCsv } from './csv.ts';
import { formatBps, formatMilli, formatMinor, said } from './format.ts';
import { quoteCsv, quoteJson } from './quote-data.ts';
import { quoteHtml } from './quote-html.ts';
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

test('a summary for a chat is plain text, numbers unreversed in both directions', () => {
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
  expect([formatMinor(123_456, 'CHF'), formatMinor(5_000, 'JPY')]).toEqual(
    ['CHF 1,234.56', '¥5,000'].with(1, 'JPY 5,000'),
  );
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
  const text = 'אחת שתיים שלוש-ארבע-חמש-שש-שבע 12';
  const lines = breakLines(text, width, 10).map(({ from, to }) => text.slice(from, to + 1));
  expect(lines).toEqual(['אחת שתיים', 'שלוש-ארבע-', 'חמש-שש-שבע', '12']);
  expect(breakLines('', width, 10)).toEqual([{ from: 0, to: -1 }]);
});

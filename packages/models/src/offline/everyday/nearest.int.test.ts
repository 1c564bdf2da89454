import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../../testing/offline-desk.ts';
import { readAskNote } from '../../view/ask-note.ts';

/** A shop that hires out boats. Today is 18 November 2026. */
const hires =
  'Ref,Day,Boat,Skipper,Hours,Price,Paid?,Status\n' +
  'H1,02/09/2026,Heron,Ann Vale,4,120,Y,Done\n' +
  'H2,15/10/2026,Otter,Bo Lind,2,60,N,Done\n' +
  'H3,20/10/2026,Heron,Ann Vale,6,180,N,Done\n' +
  'H4,25/11/2026,Swift,Bo Lind,3,90,N,Booked\n';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => put('hires.csv', Buffer.from(hires)));
});
afterAll(() => desk.close());

// What is offered first is the request without the words that nobody knows, every name of it in quotes.
test.each([
  [
    'how many hires did the blorgy skipper Ann Vale do',
    '"blorgy"',
    'Count the rows in "hires.csv" where "Skipper" is "Ann Vale"',
    '2 of 4 rows in hires.csv where Skipper is Ann Vale',
  ],
  [
    'total hours of the frobnicated Heron hires in october',
    '"frobnicated"',
    'Total "Hours" in "hires.csv" where "Boat" is "Heron" and "Day" is from 2026-10-01 to 2026-10-31',
    'Total Hours: 6',
  ],
  [
    'which skipper frobs the most hours',
    '"frobs"',
    'The highest total "Hours" in "hires.csv" by "Skipper"',
    '- Ann Vale: 10',
  ],
  [
    'כמה השכרות זרגוליות של Heron יש',
    'זרגוליות"',
    'כמה שורות בתוך "hires.csv" שבהן "Boat" הוא "Heron"',
    '2 מתוך 4 שורות בקובץ hires.csv שבהן Boat הוא Heron',
  ],
])('a request with a word that nobody knows offers what comes nearest: %s', async (request, left, first, answer) => {
  const { text, changed } = await desk.ask(request);
  expect(isRefusal(text)).toBe(true);
  expect(changed).toEqual([]);
  expect(text).toContain(left);
  const [way = ''] = readAskNote(text).suggestions;
  expect(way).toBe(first);
  const clicked = await desk.ask(way);
  expect(isRefusal(clicked.text)).toBe(false);
  expect(clicked.text).toContain(answer);
});

test('what is denied is never offered as its opposite', async () => {
  const { text } = await desk.ask('show the Heron hires that are not frobbed by Bo Lind');
  for (const way of readAskNote(text).suggestions) expect(way).not.toMatch(/is "Bo Lind"/u);
});

test('a change that is only understood in part is offered as a whole, and done when it is clicked', async () => {
  const { text, changed } = await desk.ask('the Swift hire of Bo Lind got blorgy, put it down as Done');
  expect([isRefusal(text), changed]).toEqual([true, []]);
  const [way = ''] = readAskNote(text).suggestions;
  expect(way).toBe('Set "Status" to "Done" in "hires.csv" where "Boat" is "Swift" and "Skipper" is "Bo Lind"');
  const clicked = await desk.ask(way);
  expect(clicked.changed).toEqual(['hires.csv']);
  expect(desk.read('hires.csv').toString()).toBe(hires.replace('90,N,Booked', '90,N,Done'));
});

test('a question goes on from one that was clicked', async () => {
  const before = 'Total "Hours" in "hires.csv" where "Boat" is "Heron"';
  const { text } = await desk.askOn([before], 'and Otter?');
  expect(text).toContain('Total Hours: 2');
});

test.each([
  'Set "Status" to "Done" in "hires.csv" where "Boat" is "Gull"',
  'Set "Colour" to "Red" in "hires.csv" where "Boat" is "Heron"',
  'Delete the rows in "other.csv" where "Boat" is "Heron"',
  'Count the rows in "hires.csv" where "Boat" is "Gull"',
])('names that are not there change nothing and count nothing: %s', async (request) => {
  const { text, changed } = await desk.ask(request);
  expect([isRefusal(text), changed]).toEqual([true, []]);
});

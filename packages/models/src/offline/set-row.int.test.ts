import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';
import { readAskNote } from '../view/ask-note.ts';

const table =
  'Job No,Date,Customer,Engineer,Phone,Total,Amount Paid,Paid,Paid By\n' +
  '401,05/01/2026,Mrs E Ord,Kelly,,120,120,Yes,Card\n' +
  '402,17/01/2026,Mr T Bell,Tom,01434 603377,80,0,No,\n' +
  '403,28/02/2026,Mrs E Ord,,,55.50,0,No,\n' +
  '404,01/03/2026,Mr P Kirkup,Kelly,,60,60,Yes,Cash\n';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => {
    put('jobs.csv', Buffer.from(table));
    put('stock.csv', Buffer.from('Part,Store,Vans\nFlush valve,2,3\nBall valve,7,1\n'));
  });
});
afterAll(() => desk.close());

const lines = (path: string) => desk.read(path).toString().trimEnd().split('\n');

test('who paid is marked as paid, with how and how much', async () => {
  const { text, changed } = await desk.ask('Mr Bell has just paid for 402, card');
  expect(changed).toEqual(['jobs.csv']);
  expect(lines('jobs.csv')[2]).toBe('402,17/01/2026,Mr T Bell,Tom,01434 603377,80,80,Yes,Card');
  expect(text).toContain('Paid: Yes (was No)');
});

test('a value without its column goes where it stands in other rows, and fills the empty one', async () => {
  await desk.ask('put tom on the ord one');
  expect(lines('jobs.csv')[3]).toBe('403,28/02/2026,Mrs E Ord,Tom,,55.50,0,No,');
});

test("somebody's number is written where numbers stand", async () => {
  await desk.ask('mr kirkups number is 07700 900123, its missing');
  expect(lines('jobs.csv')[4]).toBe('404,01/03/2026,Mr P Kirkup,Kelly,07700 900123,60,60,Yes,Cash');
});

test('what came in is added to what was there', async () => {
  const { text } = await desk.ask('10 flush valves have come in, add them to the store number');
  expect(lines('stock.csv')[1]).toBe('Flush valve,12,3');
  expect(text).toContain('Store: 12 (was 2)');
});

test('of several rows none is changed, and each is offered', async () => {
  const { text, changed } = await desk.ask("change Mrs Ord's engineer to Tom");
  expect([isRefusal(text), changed]).toEqual([true, []]);
  const ways = readAskNote(text).suggestions;
  expect(ways[1]).toContain('403');
  await desk.ask(ways[1] ?? '');
  expect(lines('jobs.csv')[3]).toContain('Mrs E Ord,Tom');
});

test.each([
  'has Mr Bell paid',
  'Mr Zorg has paid, update please',
  'Mr Bell has paid half, update please',
  "set Mr Bell's engineer to somebody nice or other and phone him",
])('nothing is changed: %s', async (request) => {
  const { changed } = await desk.ask(request);
  expect(changed).toEqual([]);
});

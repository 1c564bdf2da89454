import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';
import { readAskNote } from '../view/ask-note.ts';

const hires =
  'Hire No,Customer,Machine,Out,Back,Days,Rate,Total,Status,Driver,Paid on,Thanked,Notes\n' +
  'H101,Fern Dairy,Digger,02/11/2026,05/11/2026,3,80,240,Returned,Ned Cole,06/11/2026,Yes,\n' +
  'H102,Mrs Ivy Lamb,Roller,03/11/2026,04/11/2026,1,55,55,Returned,Ned Cole,,No,\n' +
  'H103,Fern Dairy,Roller,09/11/2026,13/11/2026,4,55,220,Out,Amy Voss,,No,late\n' +
  'H104,Holt & Sons,Digger,16/11/2026,18/11/2026,2,80,160,Out,,,No,\n' +
  'H105,Mrs Ivy Lamb,Mixer,19/11/2026,24/11/2026,5,20,100,Booked,,,No,\n' +
  'H106,Fern Dairy,Mixer,20/11/2026,26/11/2026,6,20,120,Booked,Amy Voss,,No,\n';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) => {
    put('hires.csv', Buffer.from(hires));
    put(
      'drivers.csv',
      Buffer.from(
        'Name,Role,Mobile,Hourly rate\nNed Cole,Driver,,11.50\nAmy Voss,Driver,07700 900111,12\nIda Berg,Trainee,,9.50\n',
      ),
    );
  });
});
afterAll(() => desk.close());

const line = (path: string, at: number) => desk.read(path).toString().trimEnd().split('\n')[at];

test.each([
  [
    'H104 is back, returned today',
    'hires.csv',
    4,
    'H104,Holt & Sons,Digger,16/11/2026,18/11/2026,2,80,160,Returned,,,No,',
  ],
  [
    'Holt paid 104 yesterday, can you put it in',
    'hires.csv',
    4,
    'H104,Holt & Sons,Digger,16/11/2026,18/11/2026,2,80,160,Out,,17/11/2026,No,',
  ],
  [
    'give the Holt digger to Amy',
    'hires.csv',
    4,
    'H104,Holt & Sons,Digger,16/11/2026,18/11/2026,2,80,160,Out,Amy Voss,,No,',
  ],
  [
    'put Ned on the thursday one please',
    'hires.csv',
    5,
    'H105,Mrs Ivy Lamb,Mixer,19/11/2026,24/11/2026,5,20,100,Booked,Ned Cole,,No,',
  ],
  ['Ned got a new phone, 07700 900222', 'drivers.csv', 1, 'Ned Cole,Driver,07700 900222,11.50'],
  ['the trainee goes up 50p an hour', 'drivers.csv', 3, 'Ida Berg,Trainee,,10'],
])('what is told becomes true: %s', async (request, path, at, wanted) => {
  const { text, changed } = await desk.ask(request);
  expect([text, changed]).toEqual([expect.not.stringContaining("didn't change"), [path]]);
  expect(line(path, at)).toBe(wanted);
});

test('what was worked out by hand follows what is changed', async () => {
  const { text } = await desk.ask('H106 is only 4 days not 6, correct that');
  expect(line('hires.csv', 6)).toBe('H106,Fern Dairy,Mixer,20/11/2026,26/11/2026,4,20,80,Booked,Amy Voss,,No,');
  expect(text).toContain('Total: 80 (was 120)');
});

test('all of them are changed where all are said, and those that say so already are left', async () => {
  const { text } = await desk.ask('mark all the Fern ones as thanked, I sent them one card');
  expect(text).toContain('Changed 2 rows');
  expect([line('hires.csv', 3), line('hires.csv', 6)]).toEqual([
    expect.stringContaining('Yes,late'),
    expect.stringContaining('Amy Voss,,Yes,'),
  ]);
});

test('of several rows none is changed, and each way on changes one', async () => {
  const { text, changed } = await desk.ask('Fern Dairy is cancelled... no, mark Fern Dairy as booked');
  expect([isRefusal(text), changed]).toEqual([true, []]);
  const [way = ''] = readAskNote((await desk.ask('mark Fern Dairy as returned')).text).suggestions;
  expect((await desk.ask(way)).changed).toEqual(['hires.csv']);
});

test.each([
  'has H104 come back?',
  'H104 is not back yet',
  'if H104 is back mark it as returned',
  'give the Holt digger to somebody who can drive',
  'Holt paid half of 104 yesterday, put it in',
  'H104 came back broken and Holt wants a refund',
  'give the Zorg digger to Amy',
  'maybe give the Holt digger to Amy',
])('nothing is changed: %s', async (request) => {
  expect((await desk.ask(request)).changed).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, openDesk } from '../testing/offline-desk.ts';
import { readAskNote } from '../view/ask-note.ts';

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk(async (put) =>
    put(
      'storage.csv',
      Buffer.from(
        'Unit,Rent,Tenant,State\nA1,50,Ann,Cancelled\nA2,60,,Canceled\nA3,40,Bob,Running\nA4,70,Cid,Cancelled\n',
      ),
    ),
  );
});
afterAll(() => desk.close());

test('a value that is spelled another way is named beside a count', async () => {
  const { text } = await desk.ask('how many cancelled rows are there?');
  expect(text).toContain('2 of 4 rows in storage.csv where State is Cancelled');
  expect(text).toContain('State also says "Canceled" (1): those rows are not counted.');
});

test('a value that is spelled another way is not left behind unasked', async () => {
  const { text, changed } = await desk.ask('delete the cancelled rows');
  expect([isRefusal(text), changed]).toEqual([true, []]);
  const [exactly = '', all = ''] = readAskNote(text).suggestions;
  expect((await desk.ask(exactly)).text).toContain('Deleted 2 of 4 rows');
  expect((await desk.ask(all)).text).toContain('Deleted 3 of 4 rows');
});

test('a thing that has a row of its own is not called full because its name is there', async () => {
  const { text } = await desk.ask('which units are empty');
  expect(isRefusal(text)).toBe(true);
  expect(text).toContain('Every row in storage.csv has its Unit');
  const [way = ''] = readAskNote(text).suggestions;
  expect((await desk.ask(way)).text).toContain('A2');
});

test('a list that is to be sorted is sorted, not shown', async () => {
  expect((await desk.ask('sort the list by Rent, biggest first')).changed).toEqual(['storage.csv']);
});

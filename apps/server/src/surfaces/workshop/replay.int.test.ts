import { expect, test } from 'vitest';
import { startBenchServer } from '../../testing/bench-server.ts';
import { codeOf, done } from '../../testing/replies.ts';

test('what an answer did to the files is done again from its record: the same bytes, and nothing of it is kept', async () => {
  const { client, bench } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'city,n\nHaifa,2\n' });
  const on = { workbenchId: id };
  const { items } = await bench.ask(id, 'Add a column Twice = n * 2 to a.csv');
  const messageId = items.findLast(({ kind }) => kind === 'assistant')?.id ?? '';
  await done(client.DraftDiscard(on));
  const before = await bench.view(id);
  expect(await done(client.WorkshopReplay({ ...on, messageId }))).toEqual({
    revisions: 1,
    steps: [{ item: 1, tool: 'csv_operations', path: 'a.csv' }],
  });
  expect(await bench.view(id)).toEqual(before);
  const { items: asked } = await bench.ask(id, 'How many rows are in a.csv?', 'ask');
  const talked = asked.at(-1)?.id ?? '';
  expect(await done(client.WorkshopReplay({ ...on, messageId: talked }))).toEqual({ revisions: 0, steps: [] });
  const card = asked.find(({ kind }) => kind === 'card')?.id ?? '';
  expect(await codeOf(client.WorkshopReplay({ ...on, messageId: card }))).toBe('RUN_NOT_FOUND');
  expect(await codeOf(client.WorkshopReplay({ ...on, messageId: 'msg_aaaaaaaaaaaaaaaaaaaaaaaaaa' }))).toBe(
    'MESSAGE_NOT_FOUND',
  );
});

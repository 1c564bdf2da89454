import { createFiles, createTreeHost } from '@atelier/files';
import { expect, test } from 'vitest';
import { call, createPhasedModel, writes } from '../../testing/phased-model.ts';
import { openRunWorld } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';

const workers = sharedWorkers();

test('[WS-36] a full disk in the middle of a change: the files stay as they are, and the answer explains it', {
  timeout: 30_000,
}, async () => {
  const model = createPhasedModel({
    plan: '- [ ] 1. Write b.txt',
    items: { 1: writes('b.txt', 'x') },
    summary: ({ messages }) => ({
      text: `Not done. ${/The disk is full/.exec(JSON.stringify(messages))?.[0]}: free some space.`,
    }),
  });
  const world = await openRunWorld({
    workers: workers(),
    models: { 'builtin:scripted': model },
    deps: ({ content }) => ({
      filesAt: async (place) => {
        const full = {
          ...content,
          together: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
        };
        return createFiles(createTreeHost(full as never, place), workers());
      },
    }),
  });
  const id = await world.create({ 'a.txt': 'one\n' }, 'builtin:scripted');
  const before = (await world.at(id)).published;
  await world.turn(id, 'Write b.txt');
  const bench = await world.at(id);
  expect([bench.published, bench.draft, bench.run?.state]).toEqual([before, null, 'completed']);
  const returned = (await world.events(id)).filter(({ kind }) => kind === 'tool.returned');
  expect(returned.map(({ data }) => (data.result as { error?: { code?: string } }).error?.code)).toEqual([
    'DISK_FULL',
    'DISK_FULL',
  ]);
  expect((await world.events(id)).find(({ kind }) => kind === 'run.item_failed')?.data.reason).toContain(
    'The disk is full',
  );
  expect(await world.answers(id)).toEqual([{ end: 'complete', text: 'Not done. The disk is full: free some space.' }]);
  await world.close();
});

test('[WS-30] when a model that goes round in circles is warned and stopped is what the settings say', {
  timeout: 30_000,
}, async () => {
  const model = createPhasedModel({ ask: () => ({ calls: [call('read_file', { path: 'a.txt' })] }) });
  const limits = { loopWarning: 2, loopStop: 4 };
  const world = await openRunWorld({ workers: workers(), models: { 'builtin:scripted': model }, limits });
  const id = await world.create({ 'a.txt': 'one\n' }, 'builtin:scripted');
  await world.turn(id, 'What is in it?', 'ask');
  const events = await world.events(id);
  expect(events.filter(({ kind }) => kind === 'tool.called')).toHaveLength(4);
  expect(events.filter(({ kind }) => kind === 'message.system')).toHaveLength(2);
  expect(events.find(({ kind }) => kind === 'run.failed')?.data).toMatchObject({
    because: { code: 'AGENT_LOOP_DETECTED' },
  });
  await world.close();
});

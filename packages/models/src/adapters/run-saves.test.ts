import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StreamId } from '@atelier/kernel/core';
import type { BlobId } from '@atelier/kernel/ports';
import { openMemoryStorage } from '@atelier/kernel/storage';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../core/chat.ts';
import { beginRun, stepBetween, type ToolRun } from '../core/tool-run.ts';
import { createRunSaves } from './run-saves.ts';

const stream: StreamId = 'run/wb_a';
const picture = { mediaType: 'image/png', data: Buffer.from('a picture of 300 KB'.repeat(16_000)).toString('base64') };
const talk = Array.from(
  { length: 400 },
  (_, at): ChatMessage => ({ role: at % 2 === 0 ? 'user' : 'assistant', text: `Message ${at} of a long talk.` }),
);
const prompt: readonly ChatMessage[] = [
  { role: 'system', text: 'Work.' },
  ...talk,
  { role: 'user', text: 'What is on it?', pictures: [picture] },
];

const open = () => {
  const storage = openMemoryStorage();
  return { ...storage, saves: createRunSaves(storage)(stream), again: () => createRunSaves(storage)(stream) };
};
type Opened = ReturnType<typeof open>;
const loaded = async ({ again }: Opened): Promise<ToolRun | undefined> => {
  const load = await again().load();
  if (!load.ok) throw new Error(load.error.code);
  return load.value;
};
const eventsOf = async ({ log }: Opened) => {
  const read = await log.read(stream);
  if (!read.ok) throw new Error(read.error.code);
  return read.value.events;
};
const pinned = async ({ log }: Opened): Promise<readonly BlobId[]> => {
  const read = await log.commits(stream);
  if (!read.ok) throw new Error(read.error.code);
  const live = new Set<BlobId>();
  for (const { pins, unpins } of read.value.commits) {
    for (const id of unpins) live.delete(id);
    for (const id of pins) live.add(id);
  }
  return [...live];
};

test('a prompt and its pictures are content that the commit pins, and the log names them', async () => {
  const world = open();
  const run = beginRun(prompt);
  expect(await world.saves.begin(run)).toMatchObject({ ok: true });
  expect(await loaded(world)).toEqual(run);
  expect(JSON.stringify(await eventsOf(world)).length).toBeLessThan(2_000);
  const ids = await pinned(world);
  expect(ids).toHaveLength(2);
  const sizes = await Promise.all(ids.map(async (id) => (await world.blobs.get(id))?.length ?? 0));
  // The picture is kept once, as its bytes.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(Buffer.from(picture.data, 'base64').length + 40_000);
});

test('what a step adds follows what was kept before it', async () => {
  const world = open();
  const begun = beginRun(prompt);
  await world.saves.begin(begun);
  const [short, long] = [
    { ...begun, turn: 1, messages: [...prompt, { role: 'assistant', text: 'A boat.' } as const] },
    { ...begun, turn: 2, messages: [...prompt, ...prompt] },
  ];
  await world.saves.save(stepBetween(begun, short));
  expect(await loaded(world)).toEqual(short);
  await world.saves.begin(begun);
  await world.saves.save(stepBetween(begun, long));
  expect(await loaded(world)).toEqual(long);
});

test('a call that waits is named by the message that makes it, however much it writes', async () => {
  const world = open();
  const begun = beginRun(prompt);
  await world.saves.begin(begun);
  const call = { id: 'c1', name: 'write_text_file', input: { path: 'a.txt', text: 'word '.repeat(20_000) } };
  const unreadable = { id: 'c2', name: 'read_file', input: {}, unreadable: '{"path":' };
  const asked: ChatMessage = {
    role: 'assistant',
    text: '',
    toolCalls: [call, { id: 'c2', name: 'read_file', input: {} }],
  };
  const now: ToolRun = { ...begun, messages: [...prompt, asked], pending: [call, unreadable], begun: 'c1' };
  await world.saves.save(stepBetween(begun, now));
  expect(JSON.stringify(await eventsOf(world)).length).toBeLessThan(3_000);
  expect((await loaded(world))?.pending).toEqual([call, unreadable]);
  await world.saves.save(stepBetween(now, { ...now, pending: [unreadable] }));
  expect((await loaded(world))?.pending).toEqual([unreadable]);
});

test('a loop that begins in the place of another takes its count on and lets its content go, in one commit', async () => {
  const world = open();
  await world.saves.begin({ ...beginRun(prompt), nextEntry: 12 });
  const before = await pinned(world);
  const appends = (await world.log.commits(stream)) as { readonly value: { readonly commits: readonly unknown[] } };
  await world.saves.begin(beginRun([{ role: 'user', text: 'Again' }], { nextEntry: 12 }));
  const after = (await world.log.commits(stream)) as typeof appends;
  expect(after.value.commits).toHaveLength(appends.value.commits.length + 1);
  expect(before).toHaveLength(2);
  expect(await pinned(world)).toEqual([]);
  expect(await world.again().tally()).toMatchObject({ ok: true, value: { nextEntry: 12 } });
  await world.saves.drop();
  expect(await loaded(world)).toBeUndefined();
});

test('a picture that stays is not let go with the loop before', async () => {
  const world = open();
  await world.saves.begin(beginRun(prompt));
  const again: readonly ChatMessage[] = [{ role: 'user', text: 'Once more', pictures: [picture] }];
  await world.saves.begin(beginRun(again));
  expect(await pinned(world)).toHaveLength(1);
  expect((await loaded(world))?.messages).toEqual(again);
});

test('content that is missing is said, and what a next run counts on is still known', async () => {
  const world = open();
  await world.saves.begin({ ...beginRun(prompt), nextEntry: 7 });
  const lost = createRunSaves({ ...world, blobs: { ...world.blobs, get: async () => undefined } })(stream);
  expect(await lost.load()).toEqual({ ok: false, error: { code: 'CONTENT_MISSING' } });
  expect(await lost.tally()).toMatchObject({ ok: true, value: { nextEntry: 7 } });
});

test('a log with its messages inside is read as ever', async () => {
  const world = open();
  const file = join(import.meta.dirname, '../../../../fixtures/logs/run/0001.jsonl');
  const events = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ kind, key, data }) => ({ kind, key, data }));
  await world.log.append(stream, events, { expected: 0 });
  const run = await loaded(world);
  expect(run?.messages.filter(({ role }) => role === 'user')).toHaveLength(2);
  expect(run?.messages.at(-1)).toMatchObject({ role: 'assistant', text: expect.stringContaining('sales.csv') });
});

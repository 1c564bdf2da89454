import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createContentStore,
  createIds,
  createMemoryLog,
  createMemoryObjects,
  systemWorld,
} from '@atelier/kernel/adapters';
import { openDiskStorage } from '@atelier/kernel/storage';
import { createDecide } from '@atelier/kernel/usecases';
import { expect, onTestFinished, test } from 'vitest';
import { createKeptBenches } from '../adapters/kept-benches.ts';
import { activeTree } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import { placed, send } from '../core/conversation.ts';
import { benchStream, type ContentId, type MessageId, type RunId } from '../core/ids.ts';
import { addFiles, type StoredArrival } from './bench-files.ts';
import { createDraftActions } from './drafts.ts';
import { recordOn } from './record.ts';
import { createWorkbench } from './workbenches.ts';

const person: Actor = { kind: 'user', name: 'local' };

test('a rewind of a thousand files reads each tree once, and asks for their bytes in one question a tree', async () => {
  const objects = createMemoryObjects();
  const counted = { reads: 0, heads: 0, questions: 0 };
  const content = createContentStore({
    ...objects,
    read: (ids) => {
      counted.reads += ids.length;
      return objects.read(ids);
    },
    head: (id) => {
      counted.heads += 1;
      return objects.head(id);
    },
    heads: (ids) => {
      counted.questions += 1;
      return Promise.all(ids.map(objects.head));
    },
  });
  const log = createMemoryLog();
  const benches = createKeptBenches(log);
  const newId = createIds(systemWorld);
  const ports = { benches, content, newId, decide: createDecide({ log, states: benches }) };
  const actions = createDraftActions(ports);
  const made = await createWorkbench(ports)({ name: 'A', modelId: 'm' }, person);
  if (!made.ok) throw new Error(made.error.code);
  const id = made.value.workbenchId;
  const put = (text: string) => content.blobs.put(new TextEncoder().encode(text));
  const arrivals: StoredArrival[] = [];
  for (let at = 0; at < 1_000; at += 1)
    arrivals.push({
      source: `${at}`,
      name: `${at}.txt`,
      size: 1,
      kind: 'file',
      blob: (await put(`${at}`)) as ContentId,
    });
  await addFiles(ports)(id, arrivals, { files: 5_000, bytes: 2 ** 30 }, person);
  const question = newId('msg') as MessageId;
  const runId = newId('run') as RunId;
  await recordOn(ports)(id, person, (now) =>
    send(now, { text: 'Change one', mode: 'agent', messageId: question, runId, files: 1_000 }),
  );
  const now = await benches.at(benchStream(id));
  if (!now.ok) throw new Error(now.error.code);
  const base = activeTree(now.value.state) as ContentId;
  const { entries } = (await content.trees.get(base)) ?? { entries: {} };
  const edited = { ...entries, '0.txt': { blob: await put('other'), size: 5, kind: 'file' } };
  const tree = await content.trees.put({ v: 1, entries: edited });
  if (!tree.ok) throw new Error(tree.error.code);
  const messageId = newId('msg') as MessageId;
  const facts = { messageId, base, tree: tree.value as ContentId, review: null, bytes: 5 };
  await actions.write(id, { ...facts, source: { kind: 'workshop', ref: runId } }, person);
  await recordOn(ports)(id, person, (bench) => ({
    ok: true,
    value: placed(bench, [
      { kind: 'message.assistant_started', data: { runId, messageId, modelId: 'm' } },
      { kind: 'message.assistant_completed', data: { runId, messageId, isCut: false } },
      { kind: 'run.completed', data: { runId } },
    ]),
  }));
  const goBack = () => actions.rewind(id, { messageId: question, mode: 'full', seen: {} }, person);
  const cost = async (move: () => Promise<unknown>) => {
    Object.assign(counted, { reads: 0, heads: 0, questions: 0 });
    await move();
    return { ...counted };
  };
  const first = await cost(goBack);
  const forth = await cost(() => actions.redo(id, {}, person));
  const again = await cost(goBack);
  expect(first.reads).toBeLessThanOrEqual(2);
  expect(forth.reads).toBeLessThanOrEqual(1);
  expect(again).toMatchObject({ reads: 0, questions: 1 });
  for (const { heads, questions } of [first, forth, again]) {
    expect(heads).toBeLessThanOrEqual(4);
    expect(questions).toBeLessThanOrEqual(2);
  }
});

test('[WS-83] above the ceiling the oldest revisions go, the newest stays, and rewinding to one that went says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-ceiling-'));
  const storage = openDiskStorage(folder, {});
  onTestFinished(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });
  const content = await storage.content();
  const benches = createKeptBenches(storage.log);
  const newId = createIds(systemWorld);
  const ports = { benches, content, newId, decide: createDecide({ log: storage.log, states: benches }) };
  const actions = createDraftActions({ ...ports, revisionLimits: async () => ({ revisions: 200, bytes: 2_500 }) });
  const made = await createWorkbench(ports)({ name: 'A', modelId: 'm' }, person);
  if (!made.ok) throw new Error(made.error.code);
  const id = made.value.workbenchId;
  await recordOn(ports)(id, person, () => ({
    ok: true,
    value: [{ kind: 'workbench.settings_changed', set: { refineInDraft: true } }],
  }));
  const at = async () => {
    const now = await benches.at(benchStream(id));
    if (!now.ok) throw new Error(now.error.code);
    return now.value.state;
  };
  const turn = async (nth: number): Promise<MessageId> => {
    const ids = { messageId: newId('msg') as MessageId, runId: newId('run') as RunId };
    const { runId } = ids;
    await recordOn(ports)(id, person, (now) => send(now, { text: `${nth}`, mode: 'agent', ...ids, files: 1 }));
    const text = `${nth}`.repeat(1_000);
    const blob = await content.blobs.put(new TextEncoder().encode(text));
    const tree = await content.trees.put({ v: 1, entries: { 'a.txt': { blob, size: 1_000, kind: 'file' } } });
    if (!tree.ok) throw new Error(tree.error.code);
    const messageId = newId('msg') as MessageId;
    const base = activeTree(await at()) as ContentId;
    const facts = { messageId, base, tree: tree.value as ContentId, review: null, bytes: 1_000 };
    const written = await actions.write(id, { ...facts, source: { kind: 'workshop', ref: runId } }, person);
    expect(written.ok).toBe(true);
    const said = { runId, messageId };
    await recordOn(ports)(id, person, (now) => ({
      ok: true,
      value: placed(now, [
        { kind: 'message.assistant_started', data: { ...said, modelId: 'm' } },
        { kind: 'message.assistant_completed', data: { ...said, isCut: false } },
        { kind: 'run.completed', data: { runId } },
      ]),
    }));
    return messageId;
  };
  const answers = [await turn(1), await turn(2), await turn(3), await turn(4)];
  const left = [...(await at()).revisions.values()].filter(({ isReleased }) => !isReleased);
  expect(left.map(({ messageId }) => messageId)).toEqual(answers.slice(2));
  const undo = (messageId: MessageId) => actions.rewind(id, { messageId, mode: 'full', seen: {} }, person);
  expect((await undo(answers[0] as MessageId)).recorded).toMatchObject({
    ok: false,
    error: { code: 'REVISION_PRUNED', isReopenable: false },
  });
  expect((await undo(answers[2] as MessageId)).recorded).toMatchObject({ ok: true });
  const tree = await content.trees.get(activeTree(await at()) as ContentId);
  const bytes = await content.blobs.get(tree?.entries['a.txt']?.blob as ContentId);
  expect(new TextDecoder().decode(bytes)).toBe('3'.repeat(1_000));
});

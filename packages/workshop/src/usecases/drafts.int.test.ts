import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIds, systemWorld } from '@atelier/kernel/adapters';
import { openDiskStorage } from '@atelier/kernel/storage';
import { createDecide } from '@atelier/kernel/usecases';
import { expect, onTestFinished, test } from 'vitest';
import { createKeptBenches } from '../adapters/kept-benches.ts';
import { activeTree } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import { placed, send } from '../core/conversation.ts';
import { benchStream, type ContentId, type MessageId, type RunId } from '../core/ids.ts';
import { createDraftActions } from './drafts.ts';
import { recordOn } from './record.ts';
import { createWorkbench } from './workbenches.ts';

const person: Actor = { kind: 'user', name: 'local' };

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
  const actions = createDraftActions({ ...ports, revisionLimits: { revisions: 200, bytes: 2_500 } });
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

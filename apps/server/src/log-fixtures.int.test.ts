import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyChat, emptyInstall, foldChat, foldInstall, WireEvent } from '@atelier/contracts';
import { openMemoryStorage } from '@atelier/kernel/storage';
import type { RunStep, ToolRun } from '@atelier/models';
import { loadModels } from '@atelier/models/lazy';
import { createSessionStore } from '@atelier/rails/adapters';
import type { SessionId } from '@atelier/rails/core';
import { expect, test } from 'vitest';

// Logs as a server once wrote them. What was written is for ever: a change that cannot read them any more is refused
// here. A new shape gets a log of its own beside these; none of these is ever changed.
const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'logs');
const recorded = (kind: string) =>
  readFileSync(join(folder, kind, '0001.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => WireEvent.parse(JSON.parse(line)));

test('every kind of stream that was recorded is read below', () => {
  expect(readdirSync(folder).sort()).toEqual(['chat', 'install', 'models', 'run', 'session']);
});

test('install', () => {
  const view = recorded('install').reduce(foldInstall, emptyInstall);
  expect(view).toEqual({
    settings: { ...emptyInstall.settings, theme: 'dark', language: 'he', mostFiles: 10, largestFileBytes: 26_214_400 },
    storeCheck: {
      state: 'finished',
      id: 'chk_agq6ltbhpvz43hjbjsaseavawm',
      startedAt: '2026-11-16T19:18:44.356Z',
      endedAt: '2026-11-16T19:18:44.413Z',
      report: { events: 4, findings: [], missing: 0, streams: 1 },
    },
    storage: { quotaBytes: 5_000_000_000, lastCollection: null },
    signInGeneration: 1,
  });
});

test('models', async () => {
  const { emptyModels, evolveModels } = await loadModels();
  const state = recorded('models').reduce(evolveModels, emptyModels);
  expect(state).toMatchObject({
    caps: { perRun: 300_000 },
    defaultModelId: 'builtin:offline',
    consent: { mode: 'ask' },
  });
});

test('chat', () => {
  const view = recorded('chat').reduce(foldChat, emptyChat);
  expect(view.run).toBeNull();
  expect(view.files).toMatchObject([{ path: 'sales.csv', changed: true }]);
  expect(view.items.filter(({ kind }) => kind === 'user')).toMatchObject([
    { text: 'Total amount in sales.csv' },
    { text: 'Sort sales.csv by Amount descending' },
  ]);
  const answers = view.items.flatMap((item) => (item.kind === 'assistant' && item.text !== '' ? [item.text] : []));
  expect(answers.join('\n')).toMatch(/42[\s\S]*sales\.csv/);
});

test('run', async () => {
  const { afterStep } = await loadModels();
  const run = recorded('run').reduce<ToolRun | undefined>(
    (before, { data }) => afterStep(before, data['step'] as unknown as RunStep),
    undefined,
  );
  expect(run?.pending).toEqual([]);
  expect(run?.messages.filter(({ role }) => role === 'user')).toHaveLength(2);
  expect(run?.messages.at(-1)).toMatchObject({ role: 'assistant', text: expect.stringContaining('sales.csv') });
});

test('session', async () => {
  const { log, blobs, snapshots } = openMemoryStorage();
  const sessionId = 'sess_agq6ltdbxj4fzic6ubb2cwrdnq' as SessionId;
  const events = recorded('session').map(({ kind, key, data }) => ({ kind, key, data }));
  expect(await log.append(`session/${sessionId}`, events, { expected: 0 })).toMatchObject({ ok: true });
  const read = await createSessionStore({ log, blobs, snapshots }).at(sessionId);
  expect(read).toMatchObject({ ok: true, value: { next: events.length } });
  expect(read.ok && [...(read.value?.runs.values() ?? [])].map(({ workflowId }) => workflowId)).toEqual([
    'wr.coding_task',
  ]);
});

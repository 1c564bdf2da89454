import type { LogEvent } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { toNewEvent } from './codec.ts';
import type { WorkbenchEvent } from './conversation.ts';
import { createMetrics } from './metrics.ts';

const place = (head: string | null) => ({ head, stamp: { published: 'sha256:p', context: null, draft: null } });
const placed = (messageId: string, parentId: string | null, runId: string | null) => ({
  kind: 'message.placed',
  messageId,
  parentId,
  role: runId === null ? 'user' : 'assistant',
  runId,
  stamp: null,
});
const revision = (revisionId: string, bytes: number) => ({ kind: 'draft.revision_created', revisionId, bytes });
const item = { kind: 'run.item_started', data: { runId: 'run_1', item: 1, of: 1, label: '' } };
const staged = { kind: 'run.item_staged', runId: 'run_1', item: 1, tree: 'sha256:t' };
const failed = (cause?: string) => ({ kind: 'run.item_settled', runId: 'run_1', item: 1, outcome: 'failed', cause });
const halted = (code: string) => ({ kind: 'run.paused', data: { runId: 'run_1', because: { code, message: '' } } });

const day: readonly unknown[] = [
  { kind: 'message.user', data: { messageId: 'msg_1', text: '' } },
  placed('msg_1', null, null),
  item,
  staged,
  staged,
  revision('rev_1', 100),
  { kind: 'run.item_settled', runId: 'run_1', item: 1, outcome: 'done' },
  placed('msg_1b', 'msg_1', 'run_1'),
  placed('msg_2', 'msg_1b', 'run_1'),
  // A drop in Review is a revision, and no changeset of a model.
  revision('rev_2', 40),
  { kind: 'draft.published' },
  { kind: 'message.card', messageId: 'msg_3', parentId: 'msg_2', event: 'publish_checkpoint', facts: {} },
  { kind: 'model.switched', data: { modelId: 'm', effort: null } },
  { kind: 'head.moved', reason: 'undo', mode: 'full', from: place('msg_3'), to: place('msg_1') },
  { kind: 'head.moved', reason: 'redo', mode: 'full', from: place('msg_1'), to: place('msg_3') },
  item,
  staged,
  failed('disk'),
  item,
  failed('provider'),
  failed(),
  halted('PROVIDER_UNAVAILABLE'),
  halted('USER_CANCELED'),
  halted('EGRESS_CONSENT_REQUIRED'),
  { kind: 'message.card', messageId: 'msg_4', parentId: 'msg_3', event: 'proposal_failed', facts: {} },
  { kind: 'draft.discarded' },
  { kind: 'checkpoint.restored' },
  { kind: 'compare.chosen' },
  { kind: 'draft.history_released', revisionIds: ['rev_1'] },
];

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString();
const logged = day.map((event, seq): LogEvent => {
  const { kind, data } = toNewEvent(event as WorkbenchEvent, { kind: 'user', name: 'local' });
  return { v: 1, seq, id: `evt_${seq}`, at: at(seq), kind, key: null, data } as unknown as LogEvent;
});
const countedSince = (since: string | null, times = 1) => {
  const metrics = createMetrics(since);
  for (let nth = 0; nth < times; nth += 1) {
    const visit = metrics.bench();
    for (const event of logged) visit(event);
  }
  return metrics.result();
};

test('a day is counted from its events: turns, changesets, failures by cause, rewinds and their distance', () => {
  expect(countedSince(null)).toEqual({
    since: null,
    turns: 1,
    changesets: { generated: 2, applied: 1 },
    failures: { validation: 2, disk: 1, provider: 2 },
    rewinds: { count: 1, messages: 1 },
    modelSwitches: 1,
    publishes: 1,
    discards: 1,
    restores: 1,
    choices: 1,
    historyBytes: 40,
  });
  expect(countedSince(null, 3)).toMatchObject({ turns: 3, historyBytes: 120 });
});

test('what came before the counts were cleared is gone from them; bytes that are held are still held', () => {
  expect(countedSince(at(10))).toMatchObject({ turns: 0, publishes: 0, rewinds: { count: 1, messages: 1 } });
  expect(countedSince(at(10)).historyBytes).toBe(40);
});

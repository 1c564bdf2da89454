import { emptyTree, type Tree } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { type Bench, emptyBench } from '../core/bench.ts';
import { fold } from '../core/fold.ts';
import { workbenchViewOf } from './bench-view.ts';
import { foldWorkbench, settingsOf } from './fold-workbench.ts';
import { emptyTranscript } from './transcript.ts';

const tree = (...paths: readonly string[]): Tree => ({
  v: 1,
  entries: Object.fromEntries(
    paths.map((path) => [
      path,
      { blob: `sha256:${path.length.toString(16).padStart(64, '0')}`, size: 10, kind: 'file' },
    ]),
  ),
});
const blob = `sha256:${'a'.repeat(64)}` as const;

const withDraft = (createdAt: string, touchedAt: string): Bench => ({
  ...emptyBench(),
  id: 'wb_x',
  published: blob,
  draft: { draftId: 'dft_x', revisionId: 'rev_x' },
  drafts: new Map([
    [
      'dft_x',
      {
        id: 'dft_x',
        base: blob,
        reference: blob,
        createdAt,
        touchedAt,
        source: { kind: 'workshop', ref: 'run_x' },
        label: null,
        confirmedDeletions: new Set<string>(),
      },
    ],
  ]),
});
const facts = {
  talk: emptyTranscript(),
  context: null,
  plan: null,
  contextTokens: 100_000,
  limits: { mostFiles: 10, largestFileBytes: 10 },
};

test.each([
  ['an hour', '2026-01-10T11:00:00.000Z', '2026-01-10T11:00:00.000Z', null],
  ['25 hours', '2026-01-09T11:00:00.000Z', '2026-01-10T11:00:00.000Z', 'open_long'],
  ['8 days, untouched', '2026-01-02T11:00:00.000Z', '2026-01-02T11:00:00.000Z', 'idle_long'],
  ['8 days, touched today', '2026-01-02T11:00:00.000Z', '2026-01-10T11:00:00.000Z', 'open_long'],
])('a Draft of %s: %s', (_age, createdAt, touchedAt, reminder) => {
  const now = Date.parse('2026-01-10T12:00:00.000Z');
  const bench = withDraft(createdAt, touchedAt);
  const view = workbenchViewOf({ ...facts, bench, published: emptyTree, draft: emptyTree, now });
  expect(view.draft).toMatchObject({ createdAt, reminder, source: { kind: 'workshop' } });
});

test('files are sorted as people count, with what can be done to them and what the Draft did', () => {
  const bench = withDraft('2026-01-10T11:00:00.000Z', '2026-01-10T11:00:00.000Z');
  const [published, draft] = [tree('a2.csv', 'gone.txt'), tree('a10.csv', 'a2.csv', 'b.pdf', 'c.zip')];
  const view = workbenchViewOf({ ...facts, bench, published, draft, now: 0 });
  expect(view.files.map(({ path, kind, access, change }) => [path, kind, access, change])).toEqual([
    ['a2.csv', 'table', 'editable', null],
    ['a10.csv', 'table', 'editable', 'added'],
    ['b.pdf', 'pdf', 'read_only', 'added'],
    ['c.zip', 'binary', 'opaque', 'added'],
  ]);
  expect([view.deletedFiles, view.draft?.unconfirmedDeletions]).toEqual([['gone.txt'], ['gone.txt']]);
  expect(view.clutter).toMatchObject({ level: 'light' });
});

test('a setting that cannot be read is its default; one nobody knows is none', () => {
  expect(settingsOf({ refineInDraft: true, pauseAfterPlan: 'yes', other: 1 })).toMatchObject({
    refineInDraft: true,
    pauseAfterPlan: false,
  });
  expect(settingsOf({ other: 1 })).not.toHaveProperty('other');
});

test('a run is shown as soon as it is ordered, to tabs that follow and to one that comes then', () => {
  const order = { runId: 'run_x', userMessageId: 'msg_x', mode: 'agent' } as const;
  const idle: Bench = { ...emptyBench(), id: 'wb_x', published: blob, modelId: 'builtin:offline' };
  const before = workbenchViewOf({ ...facts, bench: idle, published: emptyTree, draft: null, now: 0 });
  expect(before.run).toBeNull();
  const recorded = { v: 1, seq: 0, id: 'evt_x', at: '2026-01-10T11:00:00.000Z', key: null };
  const followed = foldWorkbench(before, { ...recorded, kind: 'run.ordered', data: { body: order } } as never);
  expect(followed?.run).toMatchObject({ runId: 'run_x', state: 'running', phase: null, modelId: 'builtin:offline' });

  fold(idle, { kind: 'run.ordered', ...order }, recorded as never);
  const fetched = workbenchViewOf({ ...facts, bench: idle, published: emptyTree, draft: null, now: 0 });
  expect(fetched.run).toEqual(followed?.run);
});

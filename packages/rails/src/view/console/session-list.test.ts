import type { ListedSession } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { filterSessions } from './session-list.ts';

const card = (sessionId: string, at: string, more: Partial<ListedSession> = {}): ListedSession => ({
  sessionId,
  title: `Goal of ${sessionId}`,
  workspace: '/home/me/app',
  gitBranch: 'main',
  gitHeadSha: null,
  health: { kind: 'healthy' },
  createdAt: at,
  lastActivityAt: at,
  events: 3,
  archived: false,
  kept: false,
  runs: [
    {
      runId: 'run_1',
      ordinal: 1,
      workflowId: 'wr.rpi',
      workflowName: 'Research, plan, implement',
      workflowHash: 'sha256:0',
      status: 'in_progress',
      pendingStepId: 'plan',
      pendingTitle: 'Plan',
      nodes: 2,
      tips: 1,
      openGaps: { critical: 0, warning: 0, info: 0 },
      divergences: 0,
      lastActivityAt: at,
    },
  ],
  ...more,
});
const a = card('sess_a', '2026-01-01');
const b = card('sess_b', '2026-01-02', { gitBranch: 'fix/login', workspace: '/home/me/site' });
const broken = card('sess_c', '2026-01-03', {
  health: { kind: 'corrupt_tail', reason: 'digest_mismatch', validNext: 2 },
});
const all = [broken, b, a];

test('every word must be found, wherever it stands', () => {
  expect(filterSessions(all, { query: 'login goal' })).toEqual([b]);
  expect(filterSessions(all, { query: 'login nothing' })).toEqual([]);
});

test('a damaged session is damaged, whatever its run was', () => {
  expect(filterSessions(all, { status: 'damaged' })).toEqual([broken]);
  expect(filterSessions(all, { status: 'in_progress' })).toEqual([b, a]);
});

test('one workspace alone', () => {
  expect(filterSessions(all, { workspace: '/home/me/site' })).toEqual([b]);
});

test('the newest activity comes first', () => {
  expect(filterSessions([a, broken, b], {})).toEqual([broken, b, a]);
});

test('what was put away is listed only among what was put away', () => {
  const away = { ...a, archived: true };
  expect(filterSessions([away, b], {})).toEqual([b]);
  expect(filterSessions([away, b], { archived: true })).toEqual([away]);
});

import type { SessionCard } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { filterSessions, noFilter, patchCards } from './session-filter.ts';

const card = (sessionId: string, at: string, more: Partial<SessionCard> = {}): SessionCard => ({
  sessionId,
  title: `Goal of ${sessionId}`,
  workspace: '/home/me/app',
  gitBranch: 'main',
  gitHeadSha: null,
  health: { kind: 'healthy' },
  createdAt: at,
  lastActivityAt: at,
  events: 3,
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
  expect(filterSessions(all, { ...noFilter, query: 'login goal' })).toEqual([b]);
  expect(filterSessions(all, { ...noFilter, query: 'login nothing' })).toEqual([]);
});

test('a damaged session is damaged, whatever its run was', () => {
  expect(filterSessions(all, { ...noFilter, status: 'damaged' })).toEqual([broken]);
  expect(filterSessions(all, { ...noFilter, status: 'in_progress' })).toEqual([b, a]);
});

test('one workspace alone', () => {
  expect(filterSessions(all, { ...noFilter, workspace: '/home/me/site' })).toEqual([b]);
});

test('a session that moved goes to the top, and one that is gone goes', () => {
  const moved = { ...a, lastActivityAt: '2026-01-09' };
  expect(patchCards(all, ['sess_a', 'sess_b'], [moved])).toEqual([moved, broken]);
});

import type { ListedSession } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { filterSessions, groupOf } from './session-list.ts';

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

const withRun = (sessionId: string, run: Partial<ListedSession['runs'][number]>, more: Partial<ListedSession> = {}) => {
  const session = card(sessionId, '2026-01-05T10:00:00.000Z', more);
  return { ...session, runs: session.runs.map((each) => ({ ...each, ...run })) };
};
const asks = withRun('sess_asks', { waitsForYou: true });
const stuck = withRun('sess_stuck', { status: 'blocked', waitsForYou: false });
const old = withRun('sess_old', { status: 'blocked' });
const works = withRun('sess_works', { waitsForYou: false });

test('what needs a person is told apart from a stop that its agent mends; an old summary is taken for a question', () => {
  const listed = [asks, stuck, old, works];
  expect(filterSessions(listed, { status: 'needs_you' })).toEqual([asks, old]);
  expect(filterSessions(listed, { status: 'blocked' })).toEqual([stuck]);
  expect(filterSessions(listed, { status: 'in_progress' })).toEqual([works]);
});

test('a list stands in the order that is asked for, and the other way round', () => {
  const done = withRun('sess_done', { status: 'complete' });
  const ids = (filter: Parameters<typeof filterSessions>[1]) =>
    filterSessions([done, works, stuck, broken, asks], filter).map(({ sessionId }) => sessionId);
  const byUrgency = ['sess_asks', 'sess_c', 'sess_stuck', 'sess_works', 'sess_done'];
  expect(ids({ sort: 'status' })).toEqual(byUrgency);
  expect(ids({ sort: 'status', reversed: true })).toEqual(byUrgency.toReversed());
  const titled = ['Chapter 10', 'apple', 'Chapter 9'].map((title) => card(title, '2026-01-01', { title }));
  const titles = filterSessions(titled, { sort: 'title' }).map(({ title }) => title);
  expect(titles).toEqual(['apple', 'Chapter 9', 'Chapter 10']);
  const longer = card('sess_long', '2026-01-02', { createdAt: '2026-01-01' });
  expect(filterSessions([a, b, longer], { sort: 'duration' })[0]).toBe(longer);
  expect(filterSessions([b, longer], { sort: 'started' })).toEqual([b, longer]);
});

test('a list falls into groups by what it is sorted by: days, states, places; by name there are none', () => {
  const now = new Date('2026-11-18T12:00:00');
  const at = (iso: string) => groupOf(card('sess_x', iso), 'activity', now);
  expect(at(new Date('2026-11-18T09:00:00').toISOString())).toBe('day:2026-11-18');
  expect(at(new Date('2026-11-17T23:59:59').toISOString())).toBe('day:2026-11-17');
  expect(at(new Date('2026-11-02T10:00:00').toISOString())).toBe('day:2026-11-02');
  expect(at(new Date('2026-10-02T10:00:00').toISOString())).toBe('month:2026-10');
  expect(groupOf(b, 'workspace', now)).toBe('place:/home/me/site');
  expect(groupOf({ ...b, workspace: null }, 'workspace', now)).toBe('place:');
  expect([groupOf(broken, 'status', now), groupOf(a, 'status', now)]).toEqual(['state:damaged', 'state:in_progress']);
  expect([groupOf(a, 'title', now), groupOf(a, 'duration', now)]).toEqual([undefined, undefined]);
});

test('a session is found by the name of its agent', () => {
  const [run] = a.runs;
  const named = { ...a, runs: run ? [{ ...run, agent: 'claude-code' }] : [] };
  expect(filterSessions([named, b], { query: 'claude' })).toEqual([named]);
});

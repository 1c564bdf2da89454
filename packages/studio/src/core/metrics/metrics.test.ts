import { expect, test } from 'vitest';
import type { ProjectEvent } from '../events/project-event.ts';
import { createMetrics } from './metrics.ts';

const now = new Date('2026-11-17T12:00:00.000Z');
const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`;

const applied = (nth: number, when = at(10)) =>
  ({
    kind: 'changeset.applied',
    at: when,
    data: { by: 'owner', changeSetId: `cs_${nth}`, source: 'draft' },
  }) as unknown as ProjectEvent;
const flagged = (nth: number, severity: 'info' | 'warn' | 'error', when = at(10)) =>
  ({
    kind: 'reconciliation.completed',
    at: when,
    data: { changeSetId: `cs_${nth}`, opened: [{ id: `flag_${nth}`, invariant: 'I05', severity }], closed: [] },
  }) as unknown as ProjectEvent;

test('[ST-57] 5 flagged of 20 applies is 25 % and amber; fewer than 20 say so, and old ones are not counted', () => {
  const metrics = createMetrics(now);
  for (let nth = 0; nth < 20; nth += 1) {
    metrics.visit('prj_a', applied(nth));
    if (nth < 5) metrics.visit('prj_a', flagged(nth, nth === 0 ? 'error' : 'warn'));
    else if (nth < 8) metrics.visit('prj_a', flagged(nth, 'info'));
  }
  metrics.visit('prj_a', applied(99, '2026-09-01T10:00:00.000Z'));
  const { corruption, invariants } = metrics.result();
  expect(corruption).toEqual({ attempts: 20, conflicted: 0, flagged: 5, share: 0.25, alarm: 'amber' });
  expect(invariants).toEqual([{ invariant: 'I05', opened: 8, open: 8 }]);

  const few = createMetrics(now);
  for (let nth = 0; nth < 19; nth += 1) few.visit('prj_a', applied(nth));
  expect(few.result().corruption).toMatchObject({ attempts: 19, alarm: 'too_few' });
});

test('conflicts count, and above 30 % it is red', () => {
  const metrics = createMetrics(now);
  for (let nth = 0; nth < 13; nth += 1) metrics.visit('prj_a', applied(nth));
  for (let nth = 0; nth < 7; nth += 1)
    metrics.visit('prj_a', {
      kind: 'turn.completed',
      at: at(11),
      data: {
        eventType: 'applyDraft',
        outcome: 'rejected',
        validation: [{ code: 'APPLY_CONFLICT', severity: 'error' }],
      },
    } as unknown as ProjectEvent);
  expect(metrics.result().corruption).toMatchObject({ attempts: 20, conflicted: 7, alarm: 'red' });
});

test('runs of skills are counted with what they took and cost', () => {
  const metrics = createMetrics(now);
  const run = (ms: number, ok: boolean) =>
    metrics.visit('prj_a', {
      kind: 'agentRun.recorded',
      at: at(11),
      data: {
        turnId: `trn_${ms}`,
        run: {
          skillId: 'change.request',
          version: '1.0.0',
          ok,
          costMicros: 10,
          ms: { routing: 1, context: 2, execution: ms, validation: 3 },
        },
      },
    } as unknown as ProjectEvent);
  run(10, true);
  run(100, false);
  const { skills, slow } = metrics.result();
  expect(skills).toEqual([
    { skillId: 'change.request', version: '1.0.0', runs: 2, failed: 1, p50Ms: 16, p95Ms: 106, costMicros: 20 },
  ]);
  expect(slow[0]).toMatchObject({ turnId: 'trn_100', ms: 106 });
});

test('revisions, left out changes, phases, budgets and the week are counted', () => {
  const metrics = createMetrics(now);
  const visit = (kind: string, data: object, when = at(16)) =>
    metrics.visit('prj_a', { kind, at: when, data } as unknown as ProjectEvent);
  const op = (opId: string, include: boolean) => ({ opId, include });
  const revised = (revision: number, delta: object) =>
    visit('draft.revised', {
      draftId: 'drf_a',
      revision,
      delta: { carry: 'all', added: [], changed: [], dropped: [], ...delta },
    });
  revised(1, { added: [op('a', true), op('b', true), op('c', true)] });
  revised(2, { changed: [op('b', false)] });
  revised(3, { carry: ['a', 'b'] });
  visit('draft.cleared', { draftId: 'drf_a', why: 'applied' });
  const ran = (usedRouterModel: boolean, when?: string) =>
    visit(
      'turn.completed',
      { outcome: 'needs_scope', routing: { chosenSkillId: 'project.qa' }, usedRouterModel },
      when,
    );
  ran(true);
  ran(false);
  ran(true, '2026-10-01T10:00:00.000Z');
  const run = { skillId: 'change.request', version: '1.0.0', ok: true, provider: 'none' };
  visit('agentRun.recorded', { run: { ...run, ms: { routing: 4, context: 3, execution: 2, validation: 1 } } });
  const { drafts, turns, phases, routerWeek } = metrics.result();
  expect(drafts).toMatchObject({ applied: 1, appliedRevisions: 3, appliedOps: 2, excludedOps: 1 });
  expect(turns).toMatchObject({ skill: 3, needsScope: 3, overBudget: 1 });
  expect(phases.map(({ phase, p95Ms }) => [phase, p95Ms])).toEqual([
    ['routing', 4],
    ['context', 3],
    ['execution', 2],
    ['validation', 1],
  ]);
  expect(routerWeek).toEqual({
    turns: 2,
    asked: 1,
    projects: [{ projectId: 'prj_a', title: null, turns: 2, asked: 1 }],
  });
});

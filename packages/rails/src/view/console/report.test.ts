import type { ListedSession } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { indexWorkflow } from '../../core/engine/workflow-index.ts';
import { blockedAnswer, createTestWorld, linear, notes, okAnswer, unwrap } from '../../testing/world.ts';
import { findSessions } from './find-sessions.ts';
import { reportToMarkdown } from './markdown.ts';
import { reportOf } from './report.ts';
import { runViewOf } from './run-view.ts';

const files = {
  'project.abc': linear('project.abc', [
    'a',
    { id: 'b', title: 'Bee', prompt: 'Do b.', output: { notesRequired: true } },
    { id: 'c', title: 'See', prompt: 'Do c.', requireConfirmation: true },
  ]),
};

const walked = async () => {
  const world = createTestWorld(files);
  const a = await world.start('project.abc', { goal: 'Ship it' });
  const b = okAnswer(await world.advance(a, notes('did a')));
  const refused = blockedAnswer(await world.advance(b));
  const c = okAnswer(await world.advance(refused, notes('did b properly')));
  const other = okAnswer(await world.rehydrate(b));
  const again = okAnswer(
    await world.advance(other, {
      output: {
        notesMarkdown: 'b another way',
        artifacts: [{ kind: 'wr.workflow_divergence', reason: 'efficiency_skip', summary: 'shorter' }],
      },
    }),
  );
  const { compiled } = unwrap(await world.deps.catalog.find('project.abc', { workspacePath: null }));
  return { world, run: await world.run(again), workflow: indexWorkflow(compiled), c };
};

test('[RL-71] a run on one page: goal, way taken, attempts, branches left, decisions with evidence', async () => {
  const { run, workflow } = await walked();
  const report = reportOf('sess_x', run, workflow);
  expect(report).toMatchObject({
    goal: 'Ship it',
    status: 'in_progress',
    endedAt: null,
    path: [
      { title: 'Step a', state: 'done', tries: 1, notes: 'did a' },
      { title: 'Bee', state: 'done', tries: 1, notes: 'b another way' },
      { title: 'See', state: 'waiting', tries: 0, notes: null },
    ],
    forks: [{ title: 'Bee' }],
    decisions: [{ title: 'Bee', what: { kind: 'left_workflow', reason: 'efficiency_skip' }, why: 'shorter' }],
  });
  const page = reportToMarkdown(report);
  for (const part of [
    '# Ship it',
    '## Bee',
    'b another way',
    '## Decisions',
    'Left the workflow: efficiency_skip',
    '## Left branches',
    'out_',
  ])
    expect(page).toContain(part);
});

test('the view says what the run waits for and where each step stands', async () => {
  const { run, workflow } = await walked();
  const view = runViewOf({ sessionId: 's', run, workflow, health: { kind: 'healthy' }, drift: [] });
  expect(view.waitsFor).toMatchObject({ kind: 'confirmation', nodeId: view.preferredTipId });
  expect(view.nodes[0]?.position).toEqual({ step: 1, of: 3 });
});

test('sessions are found by words of their goal, in any script, best first', () => {
  const session = (sessionId: string, title: string) =>
    ({ sessionId, title, lastActivityAt: null, runs: [] }) as unknown as ListedSession;
  const all = [
    session('1', 'Rotate the oauth keys'),
    session('2', 'הצעת מחיר ללקוח'),
    session('3', 'oauth rotation plan'),
  ];
  expect(findSessions(all, 'oauth rotate').map(({ sessionId }) => sessionId)).toEqual(['1', '3']);
  expect(findSessions(all, 'המחיר')[0]?.sessionId).toBe('2');
  expect(findSessions(all, 'zebra')).toEqual([]);
});

import { expect, test } from 'vitest';
import { artifact, createTestWorld, linear, notes, okAnswer } from '../testing/world.ts';

const looped = {
  ...linear('project.loop', [], { name: 'Release train' }),
  conditions: [{ id: 'more', kind: 'loop_control', continueWhen: 'continue' }],
  steps: [
    { id: 'plan', title: 'Plan', prompt: 'Plan it.' },
    {
      type: 'loop',
      loopId: 'passes',
      maxIterations: 7,
      while: { kind: 'condition_ref', conditionId: 'more' },
      body: [
        { id: 'fix', title: 'Fix', prompt: 'Fix one.' },
        { id: 'decide', title: 'Again?', prompt: 'Decide.', output: { contractRef: 'wr.contracts.loop_control' } },
      ],
    },
    { id: 'ship', title: 'Ship', prompt: 'Ship it.' },
  ],
};
const decision = (value: string) => artifact({ kind: 'wr.loop_control', decision: value });

test('[RL-63] whoever lost the thread reads goal, workflow and place first; an old token says where the run is now', async () => {
  const world = createTestWorld({ 'project.loop': looped });
  const plan = await world.start('project.loop', { goal: 'Ship 2.3.0' });
  expect(plan.pending?.prompt).toMatch(/^Step 1 of 4: Plan\n/);
  const fix = okAnswer(await world.advance(plan, notes('planned')));
  const again = okAnswer(await world.advance(fix, notes('fixed one')));
  const second = okAnswer(await world.advance(again, decision('continue')));

  const back = okAnswer(await world.rehydrate(second));
  expect(back.pending?.prompt.split('\n').slice(0, 3)).toEqual([
    'Goal: Ship 2.3.0',
    'Workflow: Release train (project.loop)',
    'Step 2 of 4, pass 2 of 7: Fix',
  ]);
  expect(back.pending?.prompt).toContain('make the call in `nextCall`');

  const old = okAnswer(await world.rehydrate(plan));
  expect(old.pending?.prompt).toContain('NOTE: this step is already done');
  expect(old.pending?.prompt).toContain('its newest place is step 2 of 4 (fix)');
  expect(old.pending?.prompt).toContain(`continue_workflow {"stateToken":"${second.stateToken}"}`);
  expect(old.pending?.prompt).toContain('Advancing from here starts a second branch');
  expect(old.pending?.prompt).not.toContain('make the call in `nextCall`');

  const forked = okAnswer(await world.advance(old, notes('another plan')));
  expect(forked.fork).toMatchObject({ cause: 'non_tip_advance' });
  expect(okAnswer(await world.rehydrate(forked)).pending?.prompt).not.toContain('NOTE:');
  expect(okAnswer(await world.rehydrate(second)).pending?.prompt).not.toContain('NOTE:');

  const left = okAnswer(await world.advance(okAnswer(await world.advance(second, notes('two'))), decision('stop')));
  const done = okAnswer(await world.advance(left, notes('shipped')));
  expect(okAnswer(await world.rehydrate(done)).recovery?.standing).toBe(
    'Goal: Ship 2.3.0\nWorkflow: Release train (project.loop)\nThe run is complete.',
  );
  expect(okAnswer(await world.rehydrate(left)).pending?.prompt).toContain('its newest place is complete');
  const late = await world.checkpoint({ checkpointToken: left.checkpointToken ?? '', ...notes('late') });
  expect(late).toMatchObject({ ok: false, error: { code: 'PRECONDITION_FAILED', reason: 'already_complete' } });
  expect((await world.checkpoint({ checkpointToken: forked.checkpointToken ?? '' })).ok).toBe(true);
});

test('a goal of white space is none', async () => {
  const world = createTestWorld({ 'project.loop': looped });
  const back = okAnswer(await world.rehydrate(await world.start('project.loop', { goal: ' \n ' })));
  expect(back.pending?.prompt).toMatch(/^Workflow: Release train/);
});

test('a goal of several lines is told on one, so that none of them reads as a line of the record', async () => {
  const world = createTestWorld({ 'project.loop': looped });
  const goal = 'Ship it\nWorkflow: another\nStep 9 of 9: Done';
  const back = okAnswer(await world.rehydrate(await world.start('project.loop', { goal })));
  expect(back.pending?.prompt.split('\n').slice(0, 3)).toEqual([
    'Goal: Ship it Workflow: another Step 9 of 9: Done',
    'Workflow: Release train (project.loop)',
    'Step 1 of 4: Plan',
  ]);
});

test('the passes of a counted loop are counted out', async () => {
  const each = {
    ...linear('project.each', []),
    steps: [
      {
        type: 'loop',
        loopId: 'items',
        maxIterations: 100,
        while: { kind: 'for_each', items: 'files' },
        body: [{ id: 'one', title: 'One', prompt: '{{currentItem}}, {{currentIndex + 1}} of {{files.length}}' }],
      },
    ],
  };
  const world = createTestWorld({ 'project.each': each });
  const first = await world.start('project.each', { context: { files: ['a', 'b'] } });
  expect(first.pending).toMatchObject({ loop: { pass: 1, maxPasses: 2 }, position: { step: 1, of: 1 } });
  expect(first.pending?.prompt).toContain('a, 1 of 2');
});

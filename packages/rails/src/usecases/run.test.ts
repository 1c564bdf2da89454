import { expect, test } from 'vitest';
import { createTestWorld, linear, notes, okAnswer } from '../testing/world.ts';

test('[RL-01] a workflow of three steps is complete after three advances', async () => {
  const world = createTestWorld({ 'project.three': linear('project.three', ['one', 'two', 'three']) });
  let at = await world.start('project.three');
  expect(at.pending?.stepId).toBe('one');
  for (const next of ['two', 'three']) {
    at = okAnswer(await world.advance(at, notes(`left for ${next}`)));
    expect(at.pending?.stepId).toBe(next);
  }
  at = okAnswer(await world.advance(at, notes('done')));
  expect(at).toMatchObject({ isComplete: true, pending: null, nextIntent: 'complete', nextCall: null });
  expect(at).not.toHaveProperty('ackToken');
  expect(at).not.toHaveProperty('checkpointToken');
});

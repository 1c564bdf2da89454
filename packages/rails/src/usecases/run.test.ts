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

test('a run keeps the name of the client that started it, as one short line', async () => {
  const world = createTestWorld({ 'project.one': linear('project.one', ['one']) });
  const nameOf = async (agent: string | undefined) =>
    (await world.run(await world.start('project.one', { agent }))).agent;
  expect(await nameOf('claude-code')).toBe('claude-code');
  expect(await nameOf(' a\u001b[31m\nb\u202e ')).toBe('a [31m b');
  expect(await nameOf('😀'.repeat(500))).toBe('😀'.repeat(40));
  for (const none of [undefined, '', ' \n ']) expect(await nameOf(none)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { createConsoleFacts } from '../adapters/console/console-facts.ts';
import type { PersonWord } from '../core/person-words.ts';
import type { Answer } from '../core/respond/answer.ts';
import { blockedAnswer, createTestWorld, linear, notes, okAnswer, type TestWorld } from '../testing/world.ts';

const files = {
  'project.abc': linear('project.abc', ['a', { id: 'b', title: 'B', prompt: 'Do b.', requireConfirmation: true }, 'c']),
  'project.key': linear('project.key', [
    {
      id: 'ask',
      title: 'Ask',
      prompt: 'Ask for it.',
      userDependency: { reason: 'needs_user_choice', nonAssumable: 'scope_boundary', contextKey: 'scope' },
    },
    'then',
  ]),
};
let said = 0;
const say = async (world: TestWorld, at: Answer, kind: PersonWord['kind'], text: string | null = null) => {
  const run = await world.run(at);
  const nodeId = run.newestNodeId as PersonWord['nodeId'];
  said += 1;
  const messageId = `said_${said}`;
  await createConsoleFacts(world.log).words.say(at.session.sessionId, {
    messageId,
    kind,
    runId: run.runId,
    nodeId,
    text,
    by: 'local',
  });
};
const heard = (answer: Answer) =>
  (answer.warnings ?? []).filter(({ code }) => code === 'USER_MESSAGE').map(({ message }) => message);

test('what a person says reaches the agent with its next call, once, and a repeated call tells the same', async () => {
  const world = createTestWorld(files);
  const a = await world.start('project.abc');
  await say(world, a, 'commented', 'Use the staging server.');
  expect(heard(await world.rehydrate(a))[0]).toMatch(/^The user says \(\d{4}-.*\): Use the staging server\.$/);
  const b = okAnswer(await world.advance(a, notes('did a')));
  expect(heard(b)).toHaveLength(1);
  await say(world, b, 'confirmed');
  expect(await world.restarted().advance(a, notes('did a'))).toEqual(b);
  expect(heard(await world.rehydrate(b))[0]).toMatch(/^The user confirmed this step/);
  const c = okAnswer(await world.advance(b));
  expect(heard(c)[0]).toMatch(/^The user confirmed this step/);
  expect(heard(await world.rehydrate(c))).toEqual([]);
});

test('an answer given in the Console is what the step waits for', async () => {
  const world = createTestWorld(files);
  const ask = await world.start('project.key');
  const blocked = blockedAnswer(await world.advance(ask));
  expect(blocked.blockers[0]?.code).toBe('USER_ONLY_DEPENDENCY');
  await say(world, blocked, 'answered', 'only the billing module');
  const back = blockedAnswer(await world.rehydrate(blocked));
  expect(heard(back)[0]).toContain('only the billing module');
  const then = okAnswer(await world.advance(back));
  expect(then.pending?.stepId).toBe('then');
  const run = await world.run(then);
  expect([...run.contexts.values()].at(-1)).toMatchObject({ scope: 'only the billing module' });
});

test('a refusal tells the agent not to carry the step out', async () => {
  const world = createTestWorld(files);
  const b = okAnswer(await world.advance(await world.start('project.abc')));
  await say(world, b, 'refused', 'Not on a Friday.');
  expect(heard(await world.rehydrate(b))[0]).toContain('Do not carry it out');
});

import { expect, test } from 'vitest';
import { loop, more, problems, step, workflow } from '../../../testing/compiling.ts';

test('keys a step may rely on: inputs, the goal, the user, earlier steps, loop variables, itself', () => {
  const keys = ['in', 'goal', 'asked', 'made', 'currentIteration', 'own'];
  const file = workflow(
    [
      step('a', { producesContext: ['made'], userDependency: { reason: 'needs_user_choice', contextKey: 'asked' } }),
      loop([step('b', { requiresContext: keys, producesContext: ['own'] })]),
    ],
    { conditions: [more], inputs: [{ name: 'in', description: 'x' }] },
  );
  expect(problems(file)).toEqual([]);
});

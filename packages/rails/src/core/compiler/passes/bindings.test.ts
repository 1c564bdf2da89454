import { expect, test } from 'vitest';
import { compiled, step, stepOf, workflow } from '../../../testing/compiling.ts';

test('an extension point takes the project’s binding, or its default', () => {
  const file = workflow([step('a', { prompt: 'Run {{wr.bindings.test}}.' })], {
    extensionPoints: [{ slotId: 'test', purpose: 'How to test.', default: 'npm test' }],
  });
  expect(stepOf(compiled(file), 'a').prompt).toBe('Run npm test.');
  const bound = compiled(file, { bindings: { test: 'make check', other: 'x' } });
  expect(stepOf(bound, 'a').prompt).toBe('Run make check.');
  expect(bound.resolvedBindings).toEqual({ test: 'make check' });
});

import { expect, test } from 'vitest';
import { compiled, loop, more, step, stepOf, workflow } from '../../../testing/compiling.ts';

test('a loop whose last step already decides gets no gate', () => {
  const decide = step('decide', { output: { contractRef: 'wr.contracts.loop_control' } });
  const snapshot = compiled(workflow([loop([step('a'), decide])], { conditions: [more] }));
  expect(snapshot.steps.map(({ stepId }) => stepId)).toEqual(['a', 'decide']);
  expect(snapshot.loops[0]?.source).toEqual({
    kind: 'loop_control',
    conditionId: 'more',
    continueWhen: 'continue',
    decisionStepId: 'decide',
  });
});

test.each([
  ['optional', { output: { contractRef: 'wr.contracts.loop_control', required: false } }],
  [
    'conditional',
    {
      output: { contractRef: 'wr.contracts.loop_control' },
      runCondition: { kind: 'data', condition: { op: 'truthy', path: 'x' } },
    },
  ],
])('a decision that is only %s still gets a gate', (_, extra) => {
  const snapshot = compiled(workflow([loop([step('decide', extra)])], { conditions: [more] }));
  expect(stepOf(snapshot, 'passes__gate')).toMatchObject({
    collapsed: true,
    provenance: { source: 'compiler_injected' },
  });
});

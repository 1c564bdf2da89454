import { sha256 } from '@atelier/kernel/adapters';
import { expect, test } from 'vitest';
import { builtins } from '../../core/builtins/builtins.ts';
import { compileWorkflow } from '../../core/compiler/compile.ts';
import { indexWorkflow } from '../../core/engine/workflow-index.ts';
import { skippedBetween } from './skipped.ts';
import { readStepKey } from './step-instance.ts';

const step = (id: string, more: object = {}) => ({ id, title: id.toUpperCase(), prompt: 'Do it.', ...more });
const sometimes = { runCondition: { var: 'wanted' } };
const compiled = compileWorkflow(
  {
    id: 'test.skips',
    name: 'Skips',
    description: 'Passes steps over.',
    version: '1.0.0',
    conditions: [{ id: 'more', kind: 'loop_control', continueWhen: 'continue' }],
    steps: [
      step('a'),
      step('b', sometimes),
      {
        type: 'loop',
        loopId: 'l',
        maxIterations: 3,
        while: { kind: 'condition_ref', conditionId: 'more' },
        body: [
          step('x', sometimes),
          step('y'),
          step('z', sometimes),
          step('d', { output: { contractRef: 'wr.contracts.loop_control' } }),
        ],
      },
      step('c', sometimes),
    ],
  },
  { builtins, bindings: {}, sha256, bundled: false },
);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
const workflow = indexWorkflow(compiled.value.snapshot);
const between = (from: string | null, to: string | null) =>
  skippedBetween(workflow, from === null ? null : readStepKey(from), to === null ? null : readStepKey(to)).map(
    ({ stepId }) => stepId,
  );

test('only what has a condition can be passed over, at the top and on the way into a loop', () => {
  expect(between(null, 'a')).toEqual([]);
  expect(between('a', 'b')).toEqual([]);
  expect(between('a', 'l@0::y')).toEqual(['b', 'x']);
});

test('inside a pass, into the next pass, and out to the end', () => {
  expect(between('l@0::y', 'l@0::d')).toEqual(['z']);
  expect(between('l@0::d', 'l@1::x')).toEqual([]);
  expect(between('l@0::d', 'l@1::y')).toEqual(['x']);
  expect(between('l@1::d', null)).toEqual(['c']);
});

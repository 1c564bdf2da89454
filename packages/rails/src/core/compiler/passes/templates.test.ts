import { expect, test } from 'vitest';
import { compiled, loop, more, step, stepOf, workflow } from '../../../testing/compiling.ts';
import { WorkflowSource } from '../../authoring/workflow-source.ts';
import { createBuiltins, withRoutines } from '../../builtins/builtins.ts';
import { normalise } from '../../dialect/normalise.ts';

test('a routine call becomes steps in place, with arguments filled and provenance kept', () => {
  const call = {
    type: 'template_call',
    templateId: 'wr.templates.routine.final-verification',
    args: { scope: 'the {new} door' },
  };
  const snapshot = compiled(workflow([step('a'), call, step('b')]));
  expect(snapshot.steps.map(({ stepId }) => stepId)).toEqual(['a', 't1.criteria', 't1.run', 'b']);
  expect(stepOf(snapshot, 't1.criteria').prompt).toContain('the {new} door does what was asked');
  expect(stepOf(snapshot, 't1.run')).toMatchObject({
    provenance: { source: 'template_injected', originId: 'wr.templates.routine.final-verification' },
    output: { contractRef: 'wr.contracts.verification_report' },
  });
});

test('loops and conditions of a routine are renamed after their caller', () => {
  const routine = WorkflowSource.parse(
    workflow([loop([step('x')])], { id: 'wr.twice', kind: 'routine', conditions: [more] }),
  );
  const call = (id: string) => ({ type: 'template_call', id, templateId: 'wr.templates.routine.twice' });
  const snapshot = compiled(workflow([call('one'), call('two')]), { builtins: createBuiltins([routine]) });
  expect(
    snapshot.loops.map(({ loopId, source }) => [loopId, source.kind === 'loop_control' && source.conditionId]),
  ).toEqual([
    ['one.passes', 'one.more'],
    ['two.passes', 'two.more'],
  ]);
  expect(snapshot.steps.map(({ stepId }) => stepId)).toEqual([
    'one.x',
    'one.passes__gate',
    'two.x',
    'two.passes__gate',
  ]);
});

test('a routine started on its own takes its inputs from context, or their defaults', () => {
  const snapshot = compiled(
    workflow([step('a', { prompt: 'Look at {what}, {how}. {{goal}}' })], {
      kind: 'routine',
      inputs: [
        { name: 'what', description: 'What.' },
        { name: 'how', description: 'How.', default: 'closely' },
      ],
    }),
  );
  expect(stepOf(snapshot, 'a').prompt).toBe('Look at {{what}}, closely. {{goal}}');
});

test('an argument nobody asked for is a warning, and a routine of the project can be called', () => {
  const extra = { templateId: 'wr.templates.routine.final-verification', args: { scope: 'x', deliverableName: 'y' } };
  const snapshot = compiled(workflow([{ type: 'template_call', ...extra }]));
  expect(snapshot.compiledWarnings).toMatchObject([
    { code: 'legacy_dialect', pointer: '/steps/0/args/deliverableName' },
  ]);
  const routine = WorkflowSource.parse({ ...workflow([step('look')]), id: 'project.own-check', kind: 'routine' });
  const own = workflow([{ type: 'template_call', id: 'own', templateId: 'project.templates.routine.own-check' }]);
  const known = withRoutines(createBuiltins([]), [routine]);
  expect(compiled(own, { builtins: known }).steps.map(({ stepId }) => stepId)).toEqual(['own.look']);
});

test('a routine taken over from WorkRail by its name is called under the name its callers know', () => {
  const file = { ...workflow([step('look')]), id: 'project.routine-own-check' };
  const routine = WorkflowSource.parse(normalise(file).source);
  expect(routine.kind).toBe('routine');
  const known = withRoutines(createBuiltins([]), [routine]);
  const called = (templateId: string) =>
    compiled(workflow([{ type: 'template_call', id: 'own', templateId }]), { builtins: known });
  const asBundled = called('wr.templates.routine.own-check');
  expect(asBundled.steps.map(({ stepId }) => stepId)).toEqual(['own.look']);
  expect(asBundled.compiledWarnings).toMatchObject([{ code: 'legacy_dialect', pointer: '/steps/0/templateId' }]);
  expect(called('project.templates.routine.own-check').compiledWarnings).toEqual([]);
});

import type { Json, JsonObject } from '@atelier/kernel/core';
import { describe, expect, test } from 'vitest';
import { blocks, environment, loop, more, problems, step, workflow } from '../../testing/compiling.ts';
import { WorkflowSource } from '../authoring/workflow-source.ts';
import { createBuiltins } from '../builtins/builtins.ts';
import { compileWorkflow } from './compile.ts';

describe('a bad workflow is refused with code, place and fix', () => {
  const call = (extra: JsonObject): JsonObject => ({
    type: 'template_call',
    templateId: 'wr.templates.routine.plan-analysis',
    ...extra,
  });
  const cases: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    ['no steps', workflow([]), ['SCHEMA_INVALID /steps']],
    ['an unknown field', workflow([step('a', { promt: 'x' })]), ['SCHEMA_INVALID /steps/0/promt']],
    ['a missing field', workflow([{ id: 'a', prompt: 'x' }]), ['SCHEMA_INVALID /steps/0/title']],
    [
      'a wrong loop',
      workflow([loop([step('a')], { maxIterations: 0 })], { conditions: [more] }),
      ['SCHEMA_INVALID /steps/0/maxIterations'],
    ],
    ['a bad workflow id', workflow([step('a')], { id: 'a.b.c' }), ['INVALID_ID /id']],
    ['a bad step id', workflow([step('Über')]), ['INVALID_ID /steps/0/id']],
    ['the reserved namespace', workflow([step('a')], { id: 'wr.mine' }), ['RESERVED_NAMESPACE /id']],
    ['a step id twice', workflow([step('a'), step('a')]), ['DUPLICATE_STEP_ID /steps/1/id']],
    [
      'a loop id twice',
      workflow([loop([step('a')]), loop([step('b')])], { conditions: [more] }),
      ['DUPLICATE_STEP_ID /steps/1', 'DUPLICATE_LOOP_ID /steps/1/loopId'],
    ],
    ['two prompts', workflow([step('a', { promptBlocks: { goal: 'x' } })]), ['PROMPT_SOURCE_CONFLICT /steps/0']],
    ['no prompt', workflow([{ id: 'a', title: 'a' }]), ['PROMPT_SOURCE_CONFLICT /steps/0']],
    [
      'an unknown template',
      workflow([call({ templateId: 'wr.templates.routine.plan_analysis' })]),
      ['UNKNOWN_TEMPLATE /steps/0/templateId'],
    ],
    [
      'a missing argument',
      workflow([call({ templateId: 'wr.templates.capability_probe', args: {} })]),
      ['MISSING_TEMPLATE_ARG /steps/0/args'],
    ],
    [
      'a wrong argument',
      workflow([call({ templateId: 'wr.templates.capability_probe', args: { capability: 'flying' } })]),
      ['INVALID_TEMPLATE_ARG /steps/0/args/capability'],
    ],
    [
      'an unknown feature',
      workflow([step('a')], { features: ['wr.features.mode_guidence'] }),
      ['UNKNOWN_FEATURE /features/0'],
    ],
    [
      'a configuration for a feature without any',
      workflow([step('a')], { features: [{ id: 'wr.features.memory_context', config: { x: 1 } }] }),
      ['INVALID_FEATURE_CONFIG /features/0'],
    ],
    [
      'a wrong configuration',
      workflow([step('a')], { features: [{ id: 'wr.features.mode_guidance', config: { detail: 'long' } }] }),
      ['INVALID_FEATURE_CONFIG /features/0'],
    ],
    [
      'an unknown ref',
      workflow([blocks('a', { goal: { kind: 'ref', refId: 'wr.refs.none' } })]),
      ['UNKNOWN_REF /steps/0/promptBlocks'],
    ],
    [
      'an unknown contract',
      workflow([step('a', { output: { contractRef: 'wr.contracts.x' } })]),
      ['UNKNOWN_CONTRACT /steps/0/output/contractRef'],
    ],
    ['an unknown condition', workflow([loop([step('a')])]), ['UNKNOWN_CONDITION /steps/0/while/conditionId']],
    [
      'a loop’s condition on a step',
      workflow([step('a', { runCondition: { kind: 'condition_ref', conditionId: 'more' } })], { conditions: [more] }),
      ['UNKNOWN_CONDITION /steps/0/runCondition/conditionId'],
    ],
    ['an unknown binding', workflow([step('a', { prompt: '{{wr.bindings.x}}' })]), ['UNKNOWN_BINDING /steps/0']],
    [
      'an unknown assessment',
      workflow([step('a', { assessmentRefs: ['x'] })]),
      ['UNKNOWN_ASSESSMENT /steps/0/assessmentRefs'],
    ],
    ['a token left over', workflow([step('a', { prompt: 'See {{wr.docs.x}}.' })]), ['UNRESOLVED_TOKEN /steps/0']],
    [
      'a binding in a fragment',
      workflow([step('a', { promptFragments: [{ id: 'f', text: '{{wr.bindings.x}}' }] })], {
        extensionPoints: [{ slotId: 'x', purpose: 'p', default: 'd' }],
      }),
      ['UNRESOLVED_TOKEN /steps/0/promptFragments/0/text'],
    ],
    ['a long prompt', workflow([step('a', { prompt: 'x'.repeat(8193) })]), ['BUDGET_EXCEEDED /steps/0/prompt']],
    [
      'a long fragment',
      workflow([step('a', { promptFragments: [{ id: 'f', text: 'x'.repeat(4097) }] })]),
      ['BUDGET_EXCEEDED /steps/0/promptFragments/0/text'],
    ],
    [
      'too many references',
      workflow([
        blocks('a', { constraints: Array(20).fill({ kind: 'ref', refId: 'wr.refs.adversarial_challenge_rules' }) }),
      ]),
      ['BUDGET_EXCEEDED /steps/0/promptBlocks'],
    ],
    [
      'a key nobody produces',
      workflow([step('a', { requiresContext: ['x'] })]),
      ['UNPRODUCED_CONTEXT_KEY /steps/0/requiresContext/0'],
    ],
    [
      'a key produced only later',
      workflow([step('a', { requiresContext: ['x'] }), step('b', { producesContext: ['x'] })]),
      ['UNPRODUCED_CONTEXT_KEY /steps/0/requiresContext/0'],
    ],
    [
      'a step that never runs',
      workflow([step('a', { runCondition: { kind: 'condition_ref', conditionId: 'no' } })], {
        conditions: [{ id: 'no', kind: 'always_false' }],
      }),
      ['UNREACHABLE_STEP /steps/0'],
    ],
  ];
  test.each(cases)('%s', (_, file, expected) => expect(problems(file)).toEqual(expected));

  test('a template that calls a template', () => {
    const nested = WorkflowSource.parse(
      workflow([call({ templateId: 'wr.templates.capability_probe', args: { capability: 'delegation' } })], {
        id: 'wr.nested',
        kind: 'routine',
      }),
    );
    expect(
      problems(workflow([call({ templateId: 'wr.templates.routine.nested' })]), { builtins: createBuiltins([nested]) }),
    ).toEqual(['RECURSIVE_TEMPLATE /steps/0/templateId']);
  });

  test('everything wrong is said at once', () => {
    const file = workflow(
      [
        blocks('a', { goal: { kind: 'ref', refId: 'wr.refs.none' } }),
        step('a', { output: { contractRef: 'wr.contracts.x' }, requiresContext: ['y'] }),
        call({ templateId: 'wr.templates.none' }),
      ],
      { features: ['wr.features.none'] },
    );
    expect([...problems(file)].sort()).toEqual([
      'DUPLICATE_STEP_ID /steps/1/id',
      'UNKNOWN_CONTRACT /steps/1/output/contractRef',
      'UNKNOWN_FEATURE /features/0',
      'UNKNOWN_REF /steps/0/promptBlocks',
      'UNKNOWN_TEMPLATE /steps/2/templateId',
      'UNPRODUCED_CONTEXT_KEY /steps/1/requiresContext/0',
    ]);
  });

  test('errors of form do not hide the others, nor cause any', () => {
    const file = workflow(
      [
        step('a', { promt: 'x', producesContext: ['made'] }),
        step('b', { output: { contractRef: 'wr.contracts.x' }, requiresContext: ['made'] }),
        loop([step('c')]),
      ],
      { id: 'wr.mine', version: 'one', conditions: [{ id: 'more', kind: 'sometimes' }] },
    );
    expect(problems(file)).toEqual([
      'SCHEMA_INVALID /version',
      'SCHEMA_INVALID /conditions/0/kind',
      'SCHEMA_INVALID /steps/0/promt',
      'RESERVED_NAMESPACE /id',
      'UNKNOWN_CONTRACT /steps/1/output/contractRef',
    ]);
  });

  test('a misspelt name is answered with the nearest one', () => {
    const result = compileWorkflow(workflow([step('a', { promt: 'x' })]), environment);
    expect(result.ok ? [] : result.error.map(({ fix }) => fix)).toEqual(['Did you mean `prompt`?']);
  });

  test.each<[string, Json]>([
    ['null', null],
    ['a list', []],
    ['text', 'x'],
    ['an empty object', {}],
    ['steps of the wrong type', { steps: 3 }],
    [
      'nested rubbish',
      { steps: [null, 1, [], { type: 'loop' }, { type: 'loop', loop: 1, body: 'x' }, { templateCall: {} }] },
    ],
  ])('%s is refused, not thrown at', (_, file) => expect(problems(file).length).toBeGreaterThan(0));
});

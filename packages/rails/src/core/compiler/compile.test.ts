import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@atelier/kernel/core';
import { describe, expect, test } from 'vitest';
import { WorkflowSource } from '../authoring/workflow-source.ts';
import { builtins, createBuiltins } from '../builtins/builtins.ts';
import { CompiledWorkflowSnapshotV1 } from '../compiled.ts';
import { type CompileEnvironment, compileWorkflow } from './compile.ts';

const environment: CompileEnvironment = {
  builtins,
  bindings: {},
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
  bundled: false,
};
const step = (id: string, more: JsonObject = {}): JsonObject => ({ id, title: id, prompt: `Do ${id}.`, ...more });
const blocks = (id: string, promptBlocks: JsonObject, more: JsonObject = {}): JsonObject => ({
  id,
  title: id,
  promptBlocks,
  ...more,
});
const workflow = (steps: readonly Json[], more: JsonObject = {}): JsonObject => ({
  id: 'project.sample',
  name: 'Sample',
  description: 'A sample.',
  version: '1.0.0',
  steps,
  ...more,
});
const more = { id: 'more', kind: 'loop_control', continueWhen: 'continue' };
const loop = (body: readonly Json[], extra: JsonObject = {}): JsonObject => ({
  type: 'loop',
  loopId: 'passes',
  maxIterations: 3,
  while: { kind: 'condition_ref', conditionId: 'more' },
  body,
  ...extra,
});

const compiled = (file: Json, env: Partial<CompileEnvironment> = {}) => {
  const result = compileWorkflow(file, { ...environment, ...env });
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 2));
  return result.value.snapshot;
};
const problems = (file: Json, env: Partial<CompileEnvironment> = {}): readonly string[] => {
  const result = compileWorkflow(file, { ...environment, ...env });
  if (result.ok) return [];
  for (const { message, fix } of result.error) {
    expect(message).not.toBe('');
    expect(fix).not.toBe('');
  }
  return result.error.map(({ code, pointer }) => `${code} ${pointer}`);
};
const stepOf = (snapshot: CompiledWorkflowSnapshotV1, id: string) => {
  const found = snapshot.steps.find(({ stepId }) => stepId === id);
  if (!found) throw new Error(`no step ${id} among ${snapshot.steps.map((each) => each.stepId).join(' ')}`);
  return found;
};

describe('a good workflow', () => {
  test('compiles to a snapshot that its own schema accepts unchanged', () => {
    const snapshot = compiled(workflow([step('a'), loop([step('b')]), step('c')], { conditions: [more] }));
    expect(CompiledWorkflowSnapshotV1.parse(snapshot)).toEqual(snapshot);
  });

  test('keeps document order in its sequence, bodies and steps', () => {
    const inner = loop([step('c')], { loopId: 'inner' });
    const snapshot = compiled(workflow([step('z'), loop([step('b'), inner, step('a')])], { conditions: [more] }));
    expect(snapshot.sequence).toEqual([
      { kind: 'step', stepId: 'z' },
      { kind: 'loop', loopId: 'passes' },
    ]);
    expect(
      snapshot.loops.map(({ loopId, body }) => [
        loopId,
        body.map((each) => ('stepId' in each ? each.stepId : each.loopId)),
      ]),
    ).toEqual([
      ['inner', ['c', 'inner__gate']],
      ['passes', ['b', 'inner', 'a', 'passes__gate']],
    ]);
    expect(snapshot.steps.map(({ stepId }) => stepId)).toEqual(['z', 'b', 'c', 'inner__gate', 'a', 'passes__gate']);
  });

  test('prompt blocks are rendered in a fixed order under fixed headings', () => {
    const { prompt } = stepOf(
      compiled(
        workflow([
          blocks(
            'a',
            {
              verify: ['V'],
              outputRequired: { b: 'B', a: 'A' },
              procedure: ['1. P', 'Q'],
              constraints: ['C'],
              goal: 'G',
            },
            { guidance: ['H'], output: { hints: ['I'] } },
          ),
        ]),
      ),
      'a',
    );
    expect(prompt).toBe(
      [
        '## Goal\nG',
        '## Constraints\n- C',
        '## Procedure\n1. P\n2. Q',
        '## Output required\n- **a**: A\n- **b**: B',
        '## Verify\n- V',
        '## Guidance\n- H',
        '## Hints for the output\n- I',
      ].join('\n\n'),
    );
  });

  test('a referenced text is embedded whole and listed with its digest', () => {
    const ref = { kind: 'ref', refId: 'wr.refs.append_only_truth' };
    const snapshot = compiled(workflow([blocks('a', { constraints: [[{ kind: 'text', text: 'Mind: ' }, ref]] })]));
    const text = builtins.refs.get('wr.refs.append_only_truth')?.text ?? '';
    expect(stepOf(snapshot, 'a').prompt).toContain(`Mind: ${text}`);
    expect(snapshot.refs).toEqual([
      {
        refId: 'wr.refs.append_only_truth',
        bytes: Buffer.byteLength(text),
        contentHash: `sha256:${createHash('sha256').update(JSON.stringify(text)).digest('hex')}`,
      },
    ]);
  });

  test('features touch promptBlocks steps only, once each', () => {
    const snapshot = compiled(
      workflow([blocks('a', { goal: 'G' }), step('b')], {
        features: ['wr.features.mode_guidance', 'wr.features.durable_recap_guidance', 'wr.features.mode_guidance'],
      }),
    );
    expect(stepOf(snapshot, 'a').prompt.match(/autonomy mode/g)).toHaveLength(1);
    expect(stepOf(snapshot, 'b').prompt).toBe('Do b.');
    expect(snapshot.features.map(({ id }) => id)).toEqual([
      'wr.features.durable_recap_guidance',
      'wr.features.mode_guidance',
    ]);
  });

  test('a required capability is tried first; a preferred one is not tried unasked', () => {
    const snapshot = compiled(
      workflow([step('a')], { capabilities: { web_browsing: 'required', delegation: 'preferred' } }),
    );
    expect(snapshot.steps.map(({ stepId }) => stepId)).toEqual(['capabilities.probe_web_browsing', 'a']);
    expect(snapshot.steps[0]).toMatchObject({
      probe: { capability: 'web_browsing', need: 'required', when: 'early_if_required', recordAs: 'artifact' },
      collapsed: true,
      output: { contractRef: 'wr.contracts.capability_observation', required: true },
      provenance: { source: 'feature_injected', originId: 'wr.features.capabilities' },
    });
  });

  test('an early probe placed by the author is not added twice', () => {
    const probe = { type: 'template_call', id: 'p', templateId: 'wr.templates.capability_probe' };
    const snapshot = compiled(
      workflow([{ ...probe, args: { capability: 'delegation', when: 'early_if_required' } }, step('a')], {
        capabilities: { delegation: 'required' },
      }),
    );
    expect(snapshot.steps.map(({ stepId }) => stepId)).toEqual(['p.probe_delegation', 'a']);
  });

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

  test('an extension point takes the project’s binding, or its default', () => {
    const file = workflow([step('a', { prompt: 'Run {{wr.bindings.test}}.' })], {
      extensionPoints: [{ slotId: 'test', purpose: 'How to test.', default: 'npm test' }],
    });
    expect(stepOf(compiled(file), 'a').prompt).toBe('Run npm test.');
    const bound = compiled(file, { bindings: { test: 'make check', other: 'x' } });
    expect(stepOf(bound, 'a').prompt).toBe('Run make check.');
    expect(bound.resolvedBindings).toEqual({ test: 'make check' });
  });

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

  test('the snapshot carries the packs its steps need and those an agent may send anywhere', () => {
    const refs = (file: Json) =>
      compiled(file).contracts.map(({ contractRef }) => contractRef.replace('wr.contracts.', ''));
    expect(refs(workflow([step('a')]))).toEqual(['capability_observation', 'workflow_divergence']);
    expect(refs(workflow([loop([step('a')])], { conditions: [more] }))).toEqual([
      'capability_observation',
      'loop_control',
      'workflow_divergence',
    ]);
  });
});

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
      'an argument nobody asked for',
      workflow([call({ args: { paln: 'x' } })]),
      ['INVALID_TEMPLATE_ARG /steps/0/args/paln'],
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

import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@atelier/kernel/core';
import { describe, expect, test } from 'vitest';
import { builtins } from '../builtins/builtins.ts';
import type { CompiledWorkflowSnapshotV1 } from '../compiled.ts';
import { compileWorkflow } from '../compiler/compile.ts';
import { canonicalForm } from './canonical-form.ts';
import { normalise } from './normalise.ts';

const step = (id: string, more: JsonObject = {}): JsonObject => ({ id, title: id, prompt: `Do ${id}.`, ...more });
const file = (steps: readonly Json[], more: JsonObject = {}): JsonObject => ({
  id: 'old-sample',
  name: 'Old',
  description: 'An old file.',
  version: '0.1.0',
  steps,
  ...more,
});
const legacyLoop = (loop: JsonObject, body: Json = [step('b')]): JsonObject => ({
  id: 'turns',
  type: 'loop',
  title: 'Turns',
  loop,
  body,
});
const compile = (source: Json) =>
  compileWorkflow(source, {
    builtins,
    bindings: {},
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    bundled: false,
  });
const compiled = (source: Json): CompiledWorkflowSnapshotV1 => {
  const result = compile(source);
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 2));
  return result.value.snapshot;
};
const problems = (source: Json): readonly string[] => {
  const result = compile(source);
  return result.ok ? [] : result.error.map(({ code, pointer }) => `${code} ${pointer}`);
};
const loopSource = (loop: JsonObject, body?: Json) => compiled(file([legacyLoop(loop, body)])).loops[0]?.source;

describe('loops of the dialect', () => {
  const when = { var: 'more', equals: true };

  test('an artifact source becomes a loop_control loop under the name its prompts use', () => {
    const snapshot = compiled(
      file([
        legacyLoop(
          {
            type: 'while',
            maxIterations: 3,
            conditionSource: { kind: 'artifact_contract', contractRef: 'wr.contracts.loop_control', loopId: 'round' },
          },
          [step('b'), step('d', { outputContract: { contractRef: 'wr.contracts.loop_control' } })],
        ),
      ]),
    );
    expect(snapshot.loops).toMatchObject([
      {
        loopId: 'round',
        title: 'Turns',
        maxIterations: 3,
        source: { kind: 'loop_control', continueWhen: 'continue', decisionStepId: 'd' },
      },
    ]);
  });

  test('while and until on context; until inverts', () => {
    const condition = { op: 'equals', path: 'more', value: true };
    expect(loopSource({ type: 'while', condition: when, maxIterations: 3 })).toEqual({ kind: 'context', condition });
    expect(loopSource({ type: 'until', condition: when, maxIterations: 3 })).toEqual({
      kind: 'context',
      condition: { op: 'not', of: condition },
    });
    expect(
      loopSource({ type: 'while', maxIterations: 3, conditionSource: { kind: 'context_variable', condition: when } }),
    ).toEqual({
      kind: 'context',
      condition,
    });
  });

  test('for takes a number or a key', () => {
    expect(loopSource({ type: 'for', count: 4, maxIterations: 9 })).toEqual({
      kind: 'for',
      count: { kind: 'fixed', count: 4 },
    });
    expect(loopSource({ type: 'for', count: 'files.length', maxIterations: 9 })).toEqual({
      kind: 'for',
      count: { kind: 'context', path: 'files.length' },
    });
  });

  test('forEach takes a key, and names its variables', () => {
    const loop = { type: 'forEach', items: 'files', itemVar: 'file', indexVar: 'at', maxIterations: 9 };
    expect(compiled(file([legacyLoop(loop)])).loops[0]).toMatchObject({
      source: { kind: 'for_each', itemsPath: 'files' },
      variables: { item: 'file', index: 'at', iteration: 'currentIteration' },
    });
  });

  test('a body given by name is the sibling step, which no longer runs at the top', () => {
    const snapshot = compiled(
      file([step('a'), legacyLoop({ type: 'for', count: 2, maxIterations: 2 }, 'work'), step('work'), step('z')]),
    );
    expect(snapshot.sequence).toEqual([
      { kind: 'step', stepId: 'a' },
      { kind: 'loop', loopId: 'turns' },
      { kind: 'step', stepId: 'z' },
    ]);
    expect(snapshot.loops[0]?.body).toEqual([{ kind: 'step', stepId: 'work' }]);
  });

  test('loops that contain each other are refused, not walked for ever', () => {
    const one = { ...legacyLoop({ type: 'for', count: 1, maxIterations: 1 }, 'two'), id: 'one' };
    const two = { ...legacyLoop({ type: 'for', count: 1, maxIterations: 1 }, 'one'), id: 'two' };
    expect(problems(file([step('a'), one, two]))).toEqual(['UNREACHABLE_STEP /steps/2', 'UNREACHABLE_STEP /steps/1']);
  });
});

describe('steps of the dialect', () => {
  const only = (more: JsonObject, top: JsonObject = {}) => {
    const [first] = compiled(file([step('a', more)], top)).steps;
    if (!first) throw new Error('no step');
    return first;
  };

  test('outputContract becomes output', () => {
    expect(
      only({ outputContract: { contractRef: 'wr.contracts.verification_report', required: false } }).output,
    ).toEqual({
      contractRef: 'wr.contracts.verification_report',
      required: false,
      notesRequired: false,
      hints: [],
    });
  });

  test('conditions become the compiled form', () => {
    const raw = { or: [{ var: 'a' }, { not: { var: 'b', gt: 1, lte: 5 } }, { and: [{ var: 'c', in: [1, 2] }] }] };
    const condition = {
      op: 'or',
      of: [
        { op: 'truthy', path: 'a' },
        {
          op: 'not',
          of: {
            op: 'and',
            of: [
              { op: 'gt', path: 'b', value: 1 },
              { op: 'lte', path: 'b', value: 5 },
            ],
          },
        },
        { op: 'and', of: [{ op: 'in', path: 'c', value: [1, 2] }] },
      ],
    };
    expect(only({ runCondition: raw }).runCondition).toEqual({ kind: 'data', condition });
    expect(only({ requireConfirmation: raw }).requireConfirmation).toEqual(condition);
    expect(only({ requireConfirmation: { kind: 'human_approval' } }).requireConfirmation).toBe(true);
    expect(only({ promptFragments: [{ id: 'f', when: raw, text: 'x' }] }).fragments).toEqual([
      { id: 'f', when: condition, text: 'x' },
    ]);
  });

  test('criteria become rules; a list means all of them', () => {
    expect(
      only({
        validationCriteria: [
          { type: 'contains', value: 'plan', message: 'Say plan.' },
          { type: 'length', min: 10, message: 'Longer.', condition: { var: 'strict' } },
        ],
      }).output?.criteria,
    ).toEqual({
      kind: 'and',
      of: [
        { kind: 'contains', value: 'plan', message: 'Say plan.' },
        { kind: 'length', min: 10, message: 'Longer.', when: { op: 'truthy', path: 'strict' } },
      ],
    });
  });

  test('criteria that ask only for a word of completion are warned about', () => {
    const codes = (value: string) =>
      compiled(
        file([step('a', { validationCriteria: [{ type: 'contains', value, message: 'm' }] })]),
      ).compiledWarnings.map(({ code }) => code);
    expect(codes('reviewComplete = true')).toContain('flag_only_criteria');
    expect(codes('reproduction steps')).not.toContain('flag_only_criteria');
  });

  test('a templateCall field becomes a call', () => {
    const call = {
      id: 'v',
      title: 'V',
      templateCall: { templateId: 'wr.templates.routine.final-verification', args: {} },
      runCondition: { var: 'x' },
    };
    expect(compiled(file([call])).steps.map(({ stepId, runCondition }) => [stepId, runCondition?.kind])).toEqual([
      ['v.criteria', 'data'],
      ['v.run', 'data'],
    ]);
  });

  test('parallel work becomes one step that lists it, and a step that brings it together', () => {
    const snapshot = compiled(
      file([
        {
          id: 'p',
          title: 'P',
          type: 'parallel',
          parallelDelegations: [
            { workflowId: 'wr.routine-x', args: { name: 'one' } },
            { goal: 'Look around.', runCondition: { var: 'wide' } },
          ],
          synthesis: { prompt: 'Put together.', outputContract: { contractRef: 'wr.contracts.verification_report' } },
        },
      ]),
    );
    expect(snapshot.steps.map(({ stepId }) => stepId)).toEqual(['p', 'p__synthesis']);
    expect(snapshot.steps[0]?.prompt).toContain('Run the workflow `wr.routine-x`.\n- name: one');
    expect(snapshot.steps[0]?.fragments).toMatchObject([
      { when: { op: 'truthy', path: 'wide' }, text: '### Look around.\nLook around.' },
    ]);
    expect(snapshot.steps[1]).toMatchObject({
      output: { contractRef: 'wr.contracts.verification_report' },
      provenance: { source: 'compiler_injected', originId: 'p' },
    });
  });

  test('verification and audit become steps of their own, before a step that decides a loop', () => {
    const checks = { verification: { command: 'npm test' }, audit: { rubric: ['Is it true?'] } };
    expect(compiled(file([step('a', checks), step('b')])).steps.map(({ stepId }) => stepId)).toEqual([
      'a',
      'a__verification',
      'a__audit',
      'b',
    ]);
    const decided = compiled(
      file([
        legacyLoop(
          {
            type: 'while',
            maxIterations: 2,
            conditionSource: { kind: 'artifact_contract', contractRef: 'wr.contracts.loop_control', loopId: 'l' },
          },
          [step('d', { ...checks, outputContract: { contractRef: 'wr.contracts.loop_control' } })],
        ),
      ]),
    );
    expect(decided.steps.map(({ stepId }) => stepId)).toEqual(['d__verification', 'd__audit', 'd']);
  });

  test('assessments and their consequences become follow-ups', () => {
    const assessments = [
      {
        id: 'ready',
        purpose: 'p',
        dimensions: [{ id: 'proof', purpose: 'p', levels: ['low', 'high'], required: true }],
      },
    ];
    const found = only(
      {
        assessmentRefs: ['ready'],
        assessmentConsequences: [
          {
            when: { anyEqualsLevel: 'low', forAssessment: 'ready' },
            effect: { kind: 'require_followup', guidance: 'Again.' },
          },
        ],
      },
      { assessments },
    );
    expect(found).toMatchObject({
      assessmentRefs: ['ready'],
      followUps: [{ anyEqualsLevel: 'low', forAssessment: 'ready', guidance: 'Again.' }],
    });
  });

  test('functions of a step are in the workflow’s table, and referred to by name', () => {
    const snapshot = compiled(
      file([step('a', { functionDefinitions: [{ name: 'own', definition: 'd' }], functionReferences: ['shared()'] })], {
        functionDefinitions: [{ name: 'shared', definition: 'd' }],
      }),
    );
    expect(snapshot.functionDefinitions.map(({ name, scope }) => [name, scope])).toEqual([
      ['own', 'step'],
      ['shared', 'workflow'],
    ]);
    expect(snapshot.steps[0]?.functionReferences).toEqual(['own', 'shared']);
  });

  test('fields without meaning here are kept as metadata', () => {
    expect(only({ askForFiles: true, modelTier: 'mid' }).metadata).toEqual({ askForFiles: true, modelTier: 'mid' });
    expect(compiled(file([step('a')], { metricsProfile: 'x' })).metadata).toEqual({ metricsProfile: 'x' });
  });
});

test('everything rewritten is warned about, where it stands in the file', () => {
  const { warnings } = normalise(
    file([step('a', { outputContract: { contractRef: 'x' }, runCondition: { var: 'y' } })]),
  );
  expect(warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
    'legacy_dialect /steps/0/outputContract',
    'legacy_dialect /steps/0/runCondition',
  ]);
});

test('a problem points into the file as written, not as rewritten', () => {
  const loop = legacyLoop({ type: 'for', count: 1, maxIterations: 1 }, 'work');
  expect(
    problems(file([loop, step('a'), step('work', { outputContract: { contractRef: 'wr.contracts.none' } })])),
  ).toEqual(['UNKNOWN_CONTRACT /steps/2/outputContract/contractRef']);
});

describe('the canonical form of a legacy file', () => {
  const legacy = file(
    [
      step('a', { outputContract: { contractRef: 'wr.contracts.verification_report' }, askForFiles: true }),
      legacyLoop({ type: 'until', condition: { var: 'done' }, maxIterations: 3 }, 'work'),
      step('work', { validationCriteria: [{ type: 'contains', value: 'evidence', message: 'm' }] }),
    ],
    { recommendedPreferences: { recommendedAutonomy: 'guided' } },
  );

  test('compiles to the same run, without a word about the dialect', () => {
    const form = canonicalForm(legacy);
    if (!form.ok) throw new Error(JSON.stringify(form.error));
    const { compiledWarnings: before, ...was } = compiled(legacy);
    const { compiledWarnings: after, ...is } = compiled(JSON.parse(form.value.text));
    expect(is).toEqual(was);
    expect(before.some(({ code }) => code === 'legacy_dialect')).toBe(true);
    expect(after.filter(({ code }) => code === 'legacy_dialect')).toEqual([]);
  });

  test('is its own canonical form', () => {
    const once = canonicalForm(legacy);
    const twice = once.ok ? canonicalForm(JSON.parse(once.value.text)) : once;
    expect(twice.ok && twice.value.text).toBe(once.ok && once.value.text);
  });
});

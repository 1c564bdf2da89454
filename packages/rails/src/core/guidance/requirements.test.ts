import { createHash } from 'node:crypto';
import type { JsonObject } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { builtins } from '../builtins/builtins.ts';
import { compileWorkflow } from '../compiler/compile.ts';
import { requirementsFor } from './requirements.ts';

const requirements = (step: JsonObject, more: JsonObject = {}): string => {
  const file = { id: 'a.b', name: 'n', description: 'd', version: '1.0.0', ...more };
  const steps = more.steps ?? [{ id: 's', title: 's', prompt: 'Authored prose.', ...step }];
  const result = compileWorkflow({ ...file, steps } as JsonObject, {
    builtins,
    bindings: {},
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    bundled: false,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const last = result.value.snapshot.steps.at(-1);
  if (!last) throw new Error('no steps');
  return requirementsFor(last, result.value.snapshot);
};

test('a step that asks for nothing says nothing', () => {
  expect(requirements({})).toBe('');
});

test('a contract is spelled out with fields, values and an example that names this loop', () => {
  const text = requirements(
    {},
    {
      conditions: [{ id: 'm', kind: 'loop_control', continueWhen: 'continue' }],
      steps: [
        {
          type: 'loop',
          loopId: 'rounds',
          maxIterations: 2,
          while: { kind: 'condition_ref', conditionId: 'm' },
          body: [{ id: 'work', title: 'w', prompt: 'p' }],
        },
      ],
    },
  );
  expect(text).toMatch(/^OUTPUT REQUIREMENTS \(System\)\n/);
  expect(text).toContain('kind `wr.loop_control`');
  expect(text).toContain('`continue` runs another pass, `stop` leaves the loop');
  const example = /```json\n([^`]+)\n```/.exec(text)?.[1] ?? '';
  expect(JSON.parse(example)).toMatchObject({ kind: 'wr.loop_control', decision: 'stop', loopId: 'rounds' });
});

test('at most five criteria are listed, flattened, and never the authored prompt', () => {
  const rules = Array.from({ length: 7 }, (_, index) => ({ kind: 'contains', value: `word ${index}`, message: 'm' }));
  const text = requirements({
    output: { validationCriteria: { kind: 'and', of: [{ kind: 'and', of: rules.slice(0, 3) }, ...rules.slice(3)] } },
  });
  expect(text.split('\n')).toEqual([
    'OUTPUT REQUIREMENTS',
    ...[0, 1, 2, 3, 4].map((index) => `- Your notes must contain: word ${index}`),
  ]);
});

test('length and pattern are said in words', () => {
  const all = (of: JsonObject[]) => requirements({ output: { validationCriteria: { kind: 'and', of } } });
  expect(
    all([
      { kind: 'length', min: 10, max: 20, message: 'm' },
      { kind: 'length', min: 10, message: 'm' },
      { kind: 'regex', pattern: '^x', message: 'm' },
    ]),
  ).toBe(
    'OUTPUT REQUIREMENTS\n- Your notes must have 10 to 20 characters.\n- Your notes must have at least 10 characters.\n- Your notes must match the pattern: ^x',
  );
});

test('a contract silences criteria', () => {
  const text = requirements({
    output: {
      contractRef: 'wr.contracts.verification_report',
      validationCriteria: { kind: 'contains', value: 'zebra', message: 'm' },
    },
  });
  expect(text).toContain('wr.verification_report');
  expect(text).not.toContain('zebra');
});

test('an assessment lists its dimensions, levels and what a bad level asks for', () => {
  const text = requirements(
    {
      assessmentRefs: ['ready'],
      followUps: [{ anyEqualsLevel: 'low', guidance: 'Look again.' }],
    },
    {
      assessments: [
        {
          id: 'ready',
          purpose: 'Is it ready?',
          dimensions: [{ id: 'proof', purpose: 'How proved.', levels: ['low', 'high'] }],
        },
      ],
    },
  );
  for (const part of [
    'ASSESSMENT REQUIRED (System): ready',
    '`proof` (low | high): How proved.',
    'If any dimension is `low`: Look again.',
    '"proof": "high"',
  ])
    expect(text).toContain(part);
});

test('context keys and what only the user has are announced', () => {
  const text = requirements({
    requiresContext: ['goal'],
    producesContext: ['size'],
    userDependency: { reason: 'needs_user_approval', contextKey: 'approved' },
  });
  expect(text).toContain('`goal` must be known');
  expect(text).toContain('Send `size` in `context`');
  expect(text).toContain('approval of the user. Send it as `approved` in `context`.');
});

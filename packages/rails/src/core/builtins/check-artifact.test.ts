import type { JsonObject } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { checkArtifact, isOfKind } from './check-artifact.ts';
import { contractEntries } from './contracts.ts';

const pack = (ref: string) => {
  const found = contractEntries.find((entry) => entry.pack.contractRef === `wr.contracts.${ref}`);
  if (!found) throw new Error(`no pack ${ref}`);
  return found.pack;
};
const issues = (ref: string, artifact: JsonObject) => checkArtifact(pack(ref), artifact).map((issue) => issue.message);

test('the packs are the five known ones', () => {
  expect(contractEntries.map((entry) => entry.pack.contractRef).sort()).toEqual([
    'wr.contracts.assessment',
    'wr.contracts.capability_observation',
    'wr.contracts.loop_control',
    'wr.contracts.verification_report',
    'wr.contracts.workflow_divergence',
  ]);
});

test.each(contractEntries.map((entry) => [entry.pack.contractRef, entry.pack] as const))(
  'the example of %s passes its own schema and spoils when a required field goes',
  (_, one) => {
    expect(checkArtifact(one, one.example)).toEqual([]);
    for (const field of one.schema.required as string[]) {
      const { [field]: gone, ...rest } = one.example;
      expect(gone).toBeDefined();
      expect(checkArtifact(one, rest).map((issue) => issue.path)).toContain(field);
    }
  },
);

test('each issue names the field, what is allowed and what was sent', () => {
  expect(issues('loop_control', { kind: 'wr.loop_control', decision: 'maybe' })).toEqual([
    '`decision` must be `continue` or `stop`, not `"maybe"`',
  ]);
  expect(issues('loop_control', { kind: 'wr.loop_control' })).toEqual(['`decision` is missing']);
  expect(issues('loop_control', { kind: 'wr.loop_control', decision: 'stop', summary: 'x'.repeat(1025) })).toEqual([
    '`summary` must have at most 1024 characters',
  ]);
  expect(
    issues('verification_report', {
      kind: 'wr.verification_report',
      verdict: 'pass',
      checks: [{ name: 'a', result: 'ok', evidence: 'b' }],
    }),
  ).toEqual(['`checks.0.result` must be `pass` or `fail` or `skipped`, not `"ok"`']);
  expect(issues('assessment', { kind: 'wr.assessment', assessmentId: 'a', dimensions: 3 })).toEqual([
    '`dimensions` must be an object, not `3`',
  ]);
});

test('extra fields are allowed', () => {
  expect(issues('loop_control', { kind: 'wr.loop_control', decision: 'stop', confidence: 0.9 })).toEqual([]);
});

test('a divergence is accepted under its short kind too', () => {
  const artifact = { kind: 'workflow_divergence', reason: 'safety_stop', summary: 'x' };
  expect(isOfKind(pack('workflow_divergence'), artifact)).toBe(true);
  expect(issues('workflow_divergence', artifact)).toEqual([]);
  expect(isOfKind(pack('loop_control'), artifact)).toBe(false);
});

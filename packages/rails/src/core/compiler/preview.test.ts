import { createHash } from 'node:crypto';
import type { JsonObject } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { builtins } from '../builtins/builtins.ts';
import { compileWorkflow } from './compile.ts';
import { inspectExtras, previewOf } from './preview.ts';

const snapshotOf = (file: JsonObject) => {
  const result = compileWorkflow(file, {
    builtins,
    bindings: {},
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    bundled: false,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.snapshot;
};
const sample: JsonObject = {
  id: 'project.sample',
  name: 'Sample',
  description: 'A sample.',
  version: '1.0.0',
  capabilities: { delegation: 'required' },
  conditions: [{ id: 'more', kind: 'loop_control', continueWhen: 'continue' }],
  references: [{ id: 'guide', title: 'Guide', source: 'docs/guide.md', purpose: 'p' }],
  steps: [
    { id: 'a', title: 'A', prompt: 'Secret of A.', requireConfirmation: true, producesContext: ['size'] },
    {
      type: 'loop',
      loopId: 'passes',
      maxIterations: 4,
      while: { kind: 'condition_ref', conditionId: 'more' },
      body: [{ id: 'b', title: 'B', prompt: 'Secret of B.', requiresContext: ['size'] }],
    },
  ],
};

test('[RL-30] a loop without a decision step shows its gate in the preview', () => {
  const { nodes } = previewOf(snapshotOf(sample));
  const loop = nodes.find((node) => node.kind === 'loop');
  expect(loop).toMatchObject({ loopId: 'passes', decidedBy: 'loop_control', maxIterations: 4 });
  expect(loop?.kind === 'loop' && loop.body.map((node) => node.kind === 'step' && node.stepId)).toEqual([
    'b',
    'passes__gate',
  ]);
  expect(loop?.kind === 'loop' && loop.body.at(-1)).toMatchObject({
    collapsed: true,
    contractRef: 'wr.contracts.loop_control',
    provenance: { source: 'compiler_injected' },
  });
});

test('a preview shows steps, contracts, capabilities, confirmations and origins, and no prompt', () => {
  const preview = previewOf(snapshotOf(sample));
  expect(preview).toMatchObject({
    capabilities: { delegation: 'required' },
    contracts: ['wr.contracts.capability_observation', 'wr.contracts.loop_control'],
    nodes: [
      { stepId: 'capabilities.probe_delegation', provenance: { source: 'feature_injected' }, confirmation: 'never' },
      { stepId: 'a', confirmation: 'always', producesContext: ['size'] },
      { loopId: 'passes' },
    ],
  });
  expect(JSON.stringify(preview)).not.toContain('Secret');
});

test('references and warnings go beside the preview', () => {
  expect(inspectExtras(snapshotOf({ ...sample, id: 'old' }))).toMatchObject({
    references: [{ id: 'guide', authoritative: false, resolveFrom: 'workspace' }],
    warnings: [{ code: 'legacy_id' }],
  });
});

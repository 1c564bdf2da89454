import { expect, test } from 'vitest';
import { blocks, compiled, step, stepOf, workflow } from '../../../testing/compiling.ts';

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

import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@atelier/kernel/core';
import { describe, expect, test } from 'vitest';
import { compileWorkflow } from '../compiler/compile.ts';
import { REF_BYTES } from '../compiler/passes/refs.ts';
import { builtins } from './builtins.ts';
import { type CatalogueEntry, catalogueOf } from './catalogue.ts';

const catalogue = catalogueOf(builtins);
const ids = (kind: CatalogueEntry['kind']) => catalogue.filter((entry) => entry.kind === kind).map(({ id }) => id);

test('the catalogue is the closed set', () => {
  expect(ids('template')).toEqual([
    'wr.templates.capability_probe',
    'wr.templates.routine.context-gathering',
    'wr.templates.routine.final-verification',
    'wr.templates.routine.hypothesis-challenge',
    'wr.templates.routine.plan-analysis',
  ]);
  expect(ids('feature').map((id) => id.replace('wr.features.', ''))).toEqual([
    'capabilities',
    'durable_recap_guidance',
    'memory_context',
    'mode_guidance',
    'output_contracts',
    'subagent_guidance',
  ]);
  expect(ids('ref').map((id) => id.replace('wr.refs.', ''))).toEqual([
    'adversarial_challenge_rules',
    'append_only_truth',
    'jcs_hashing',
    'memory_query',
    'memory_store',
    'memory_usage',
    'modes_semantics',
    'notes_first_durability',
    'parallelize_cognition_serialize_synthesis',
    'synthesis_under_disagreement',
    'v2_definition',
  ]);
  expect(ids('contract')).toHaveLength(5);
});

test('every entry says what it is for', () => {
  for (const { summary, argSchema } of catalogue) {
    expect(summary.length).toBeGreaterThan(10);
    expect(argSchema.type).toBe('object');
  }
});

test('every built-in text keeps to its budget', () => {
  for (const { text } of builtins.refs.values()) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(REF_BYTES);
});

describe('every snippet compiles as it is pasted', () => {
  test.each(catalogue.map((entry) => [entry.id, entry] as const))('%s', (_, { kind, snippet }) => {
    const plain = { id: 'plain', title: 'Plain', promptBlocks: { goal: 'Something.' } };
    const paste = (): JsonObject => {
      switch (kind) {
        case 'template':
          return { steps: [plain, snippet] };
        case 'feature':
          return { steps: [plain], features: [snippet] };
        case 'ref':
          return { steps: [{ ...plain, promptBlocks: { goal: snippet } }] };
        case 'contract':
          return { steps: [{ ...plain, ...(snippet as JsonObject) }] };
      }
    };
    const file: Json = { id: 'project.paste', name: 'Paste', description: 'Paste.', version: '1.0.0', ...paste() };
    const result = compileWorkflow(file, {
      builtins,
      bindings: {},
      sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
      bundled: false,
    });
    expect(result.ok ? [] : result.error).toEqual([]);
  });
});

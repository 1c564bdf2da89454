import type { Json } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { compiled, loop, more, step, workflow } from '../../../testing/compiling.ts';

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

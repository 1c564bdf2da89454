import { expect, test } from 'vitest';
import { emptyBench } from './bench.ts';
import type { BenchEvent } from './events.ts';
import { fold } from './fold.ts';

const tree = `sha256:${'a'.repeat(64)}` as const;
const stamp = { published: tree, context: null, draft: null };
const history: readonly BenchEvent[] = [
  { kind: 'workbench.created', workbenchId: 'wb_a', name: 'A', tree, modelId: null, folder: null },
  { kind: 'message.placed', messageId: 'msg_a', parentId: null, role: 'user', runId: null, stamp },
  {
    kind: 'head.moved',
    reason: 'undo',
    mode: 'full',
    from: { head: 'msg_a', stamp },
    to: { head: null, stamp },
  },
];
const after = (...events: readonly BenchEvent[]) => {
  const bench = emptyBench();
  for (const [seq, event] of events.entries()) fold(bench, event, { seq, at: '2026-01-01T00:00:00.000Z' });
  return bench;
};

test('redo does not take a change of the context along that was made after the rewind', () => {
  expect(after(...history).redo).toHaveLength(1);
  expect(after(...history, { kind: 'context.edited', category: 'situation', tree }).redo).toEqual([]);
});

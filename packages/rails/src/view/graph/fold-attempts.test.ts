import type { RunNode, RunView } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { foldAttempts } from './fold-attempts.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
const node = (nodeId: string, parentId: string | null, second: number, more: Partial<RunNode> = {}): RunNode => ({
  nodeId,
  kind: 'step',
  parentId,
  stepId: nodeId,
  title: nodeId,
  loops: [],
  skipped: [],
  cause: null,
  at: at(second),
  seq: second,
  attemptId: null,
  badges: { gaps: 0, divergences: 0, failedValidations: 1, capabilities: 0 },
  hasNotes: false,
  artifacts: 0,
  position: { step: 1, of: 2 },
  ...more,
});
const refused = (nodeId: string, parentId: string, second: number) =>
  node(nodeId, parentId, second, { kind: 'blocked_attempt' });
const view = (nodes: RunNode[], preferredTipId: string) => ({ nodes, preferredTipId }) as unknown as RunView;

test('a step refused twice and then done is one node, done at its third attempt, and quiet', () => {
  const folded = foldAttempts(
    view([node('a', null, 0), refused('x', 'a', 5), refused('y', 'x', 9), node('b', 'y', 20)], 'b'),
  );
  expect(folded.view.nodes.map(({ nodeId, parentId }) => [nodeId, parentId])).toEqual([
    ['a', null],
    ['b', 'a'],
  ]);
  expect(folded.triesByNode.get('a')).toMatchObject({ times: 3, state: 'done', durationMs: 20_000 });
  expect(folded.view.nodes[0]?.badges.failedValidations).toBe(0);
  expect(folded.triesByNode.get('b')).toMatchObject({ times: 0, state: 'waiting', durationMs: null });
});

test('a step that is still refused stands for its newest attempt', () => {
  const folded = foldAttempts(view([node('a', null, 0), refused('x', 'a', 5)], 'x'));
  expect(folded.view).toMatchObject({ preferredTipId: 'a', nodes: [{ nodeId: 'a' }] });
  expect(folded.triesByNode.get('a')).toMatchObject({ times: 1, state: 'refused' });
});

test('where somebody went back to a refusal, both ways are seen', () => {
  const nodes = [node('a', null, 0), refused('x', 'a', 5), node('b', 'x', 9), node('c', 'x', 12)];
  const folded = foldAttempts(view(nodes, 'c'));
  expect(folded.view.nodes.map(({ nodeId }) => nodeId)).toEqual(['a', 'b', 'c']);
  expect(folded.view.nodes.filter(({ parentId }) => parentId === 'a')).toHaveLength(2);
});

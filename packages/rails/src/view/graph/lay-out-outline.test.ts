import type { OutlineEntry, StepOutline } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { layOutOutline, loopItemId } from './lay-out-outline.ts';
import { moveOnGraph } from './moves.ts';

const step = (stepId: string): StepOutline => ({
  kind: 'step',
  stepId,
  title: stepId,
  provenance: { source: 'authored' },
  collapsed: false,
  conditional: false,
  confirmation: 'never',
  requiresContext: [],
  producesContext: [],
});
const loop = (loopId: string, body: OutlineEntry[]): OutlineEntry => ({
  kind: 'loop',
  loopId,
  decidedBy: 'agent',
  maxIterations: 3,
  body,
});
const outline = [step('a'), loop('outer', [step('b'), loop('inner', [step('c'), step('d')])]), step('e')];
const none: ReadonlySet<string> = new Set();

test('steps stand below one another, a loop’s body beside it, and the way back leads to the loop', () => {
  const { items, links } = layOutOutline({ outline, folded: none });
  expect(items.map(({ id, lane, row }) => `${id} ${lane}/${row}`)).toEqual([
    'step:a 0/0',
    'loop:outer 0/1',
    'step:b 1/2',
    'loop:inner 1/3',
    'step:c 2/4',
    'step:d 2/5',
    'step:e 0/6',
  ]);
  expect(links.map(({ from, to, kind }) => `${from} ${kind} ${to}`)).toEqual([
    'step:a path loop:outer',
    'loop:outer branch step:b',
    'step:b path loop:inner',
    'loop:inner branch step:c',
    'step:c path step:d',
    'step:d again loop:inner',
    'loop:inner again loop:outer',
    'loop:outer path step:e',
  ]);
});

test('a folded loop is one item', () => {
  const { items, links } = layOutOutline({ outline, folded: new Set([loopItemId({ loopId: 'outer' })]) });
  expect(items.map(({ id }) => id)).toEqual(['step:a', 'loop:outer', 'step:e']);
  expect(links).toHaveLength(2);
});

test('arrow keys go down past a loop, into it and back', () => {
  const layout = layOutOutline({ outline, folded: none });
  expect(moveOnGraph(layout, 'loop:outer', 'down')).toBe('step:e');
  expect(moveOnGraph(layout, 'loop:outer', 'after')).toBe('step:b');
  expect(moveOnGraph(layout, 'step:b', 'before')).toBe('loop:outer');
  expect(moveOnGraph(layout, 'loop:outer', 'up')).toBe('step:a');
});

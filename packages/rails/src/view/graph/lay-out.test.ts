import type { RunNode } from '@atelier/contracts';
import { describe, expect, test } from 'vitest';
import { branchId, type GraphItem, passId } from './items.ts';
import { layOutRun } from './lay-out.ts';
import { moveOnGraph } from './moves.ts';

const node = (nodeId: string, parentId: string | null, more: Partial<RunNode> = {}): RunNode => ({
  nodeId,
  kind: 'step',
  parentId,
  stepId: nodeId,
  title: nodeId,
  loops: [],
  skipped: [],
  cause: parentId === null ? null : 'intentional_fork',
  at: '2026-01-01T00:00:00.000Z',
  seq: 0,
  attemptId: null,
  badges: { gaps: 0, divergences: 0, failedValidations: 0, capabilities: 0 },
  hasNotes: false,
  artifacts: 0,
  position: null,
  ...more,
});
const inPass = (loopId: string, pass: number) => ({ loops: [{ loopId, title: loopId, pass }] });
const shown = (items: readonly GraphItem[]) => items.map(({ id, lane, row }) => `${id} ${lane}/${row}`);
const none: ReadonlySet<string> = new Set();

describe('forks', () => {
  const nodes = [
    node('a', null, { seq: 1 }),
    node('b', 'a', { seq: 2 }),
    node('c', 'b', { seq: 3 }),
    node('d', 'a', { seq: 4, cause: 'non_tip_advance' }),
  ];

  test('the preferred way stands in the first lane and the branch left behind is folded beside it', () => {
    const { items, links } = layOutRun({ nodes, preferredTipId: 'd', open: none });
    expect(shown(items)).toEqual(['a 0/0', 'branch:b 1/1', 'd 0/1']);
    expect(items[1]).toMatchObject({ kind: 'branch', cause: 'intentional_fork' });
    expect(links.find(({ to }) => to === 'd')).toMatchObject({ kind: 'path', cause: 'non_tip_advance' });
  });

  test('an opened branch has a lane of its own', () => {
    const { items } = layOutRun({ nodes, preferredTipId: 'd', open: new Set([branchId('b')]) });
    expect(shown(items)).toEqual(['a 0/0', 'd 0/1', 'b 1/1', 'c 1/2']);
  });

  test('arrow keys follow the way and cross to branches', () => {
    const layout = layOutRun({ nodes, preferredTipId: 'd', open: new Set([branchId('b')]) });
    expect(moveOnGraph(layout, 'a', 'down')).toBe('d');
    expect(moveOnGraph(layout, 'd', 'after')).toBe('b');
    expect(moveOnGraph(layout, 'c', 'before')).toBe('d');
    expect(moveOnGraph(layout, 'c', 'up')).toBe('b');
  });
});

test('finished passes of a loop are folded, the one under way is open, and a folded one opens', () => {
  const nodes = [
    node('a', null),
    node('p1', 'a', inPass('l', 1)),
    node('q1', 'p1', inPass('l', 1)),
    node('p2', 'q1', inPass('l', 2)),
    node('q2', 'p2', inPass('l', 2)),
  ];
  const folded = layOutRun({ nodes, preferredTipId: 'q2', open: none });
  expect(shown(folded.items)).toEqual(['a 0/0', 'pass:p1 0/1', 'p2 0/2', 'q2 0/3']);
  const opened = layOutRun({ nodes, preferredTipId: 'q2', open: new Set([passId('p1')]) });
  expect(shown(opened.items)).toEqual(['a 0/0', 'p1 0/1', 'q1 0/2', 'p2 0/3', 'q2 0/4']);
});

test('steps passed over stand as ghosts on the way', () => {
  const nodes = [node('a', null), node('c', 'a', { skipped: [{ stepId: 'b', title: 'B' }] })];
  const { items, links } = layOutRun({ nodes, preferredTipId: 'c', open: none });
  expect(shown(items)).toEqual(['a 0/0', 'ghost:c:b 0/1', 'c 0/2']);
  expect(links.map(({ from, to }) => `${from}>${to}`)).toEqual(['a>ghost:c:b', 'ghost:c:b>c']);
});

test('a checkpoint stands beside its step and makes no branch', () => {
  const nodes = [node('a', null), node('s', 'a', { kind: 'checkpoint' }), node('b', 'a')];
  const { items, links } = layOutRun({ nodes, preferredTipId: 'b', open: none });
  expect(shown(items)).toEqual(['a 0/0', 's 1/0', 'b 0/1']);
  expect(links.map(({ kind }) => kind)).toEqual(['checkpoint', 'path']);
});

test('no two items ever share a place, however a run forked', () => {
  const nodes = [node('n0', null)];
  const ids = ['n0'];
  let seed = 7;
  const next = (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % limit;
  };
  for (let at = 1; at < 400; at += 1) {
    const parent = next(4) === 0 ? (ids[next(ids.length)] ?? 'n0') : (ids.at(-1) ?? 'n0');
    nodes.push(node(`n${at}`, parent, { seq: at, kind: next(9) === 0 ? 'checkpoint' : 'step' }));
    if (nodes.at(-1)?.kind === 'step') ids.push(`n${at}`);
  }
  const open = new Set(nodes.map(({ nodeId }) => branchId(nodeId)));
  const { items } = layOutRun({ nodes, preferredTipId: ids.at(-1) ?? null, open });
  const places = items.map(({ lane, row }) => `${lane}/${row}`);
  expect(new Set(places).size).toBe(places.length);
  expect(items.filter(({ kind }) => kind === 'node')).toHaveLength(400);
});

import { expect, test } from 'vitest';
import { type TreeNode, treeMove, visibleRows } from './tree.ts';

const nodes: readonly TreeNode[] = [
  {
    id: 'a',
    label: 'a',
    children: [
      { id: 'a1', label: 'a1' },
      { id: 'a2', label: 'a2' },
    ],
  },
  { id: 'b', label: 'b' },
];
const opened = visibleRows(nodes, new Set(['a']));
const closed = visibleRows(nodes, new Set());

test('only what stands in open branches is drawn', () => {
  expect(opened.map(({ node, depth }) => `${depth}${node.id}`)).toEqual(['0a', '1a1', '1a2', '0b']);
  expect(closed.map(({ node }) => node.id)).toEqual(['a', 'b']);
});

test('a row knows its place among its siblings', () => {
  expect(opened.map(({ position, siblings }) => `${position}/${siblings}`)).toEqual(['1/2', '1/2', '2/2', '2/2']);
});

test('forward opens, then enters; back leaves, then closes', () => {
  expect(treeMove(closed, 'a', 'ArrowRight', 'ltr')).toEqual({ open: 'a' });
  expect(treeMove(opened, 'a', 'ArrowRight', 'ltr')).toEqual({ focus: 'a1' });
  expect(treeMove(opened, 'a1', 'ArrowLeft', 'ltr')).toEqual({ focus: 'a' });
  expect(treeMove(opened, 'a', 'ArrowLeft', 'ltr')).toEqual({ close: 'a' });
});

test('forward and back follow the reading direction', () => {
  expect(treeMove(closed, 'a', 'ArrowLeft', 'rtl')).toEqual({ open: 'a' });
  expect(treeMove(opened, 'a', 'ArrowRight', 'rtl')).toEqual({ close: 'a' });
});

test('moving past either end stays where it is', () => {
  expect(treeMove(opened, 'b', 'ArrowDown', 'ltr')).toBeUndefined();
  expect(treeMove(opened, 'a', 'ArrowUp', 'ltr')).toBeUndefined();
  expect(treeMove(opened, 'gone', 'Home', 'ltr')).toBeUndefined();
});

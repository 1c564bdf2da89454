import { expect, test } from 'vitest';
import { pathsToTree } from './paths-to-tree.ts';
import { visibleRows } from './tree.ts';
import { nothingSelected, selectAfter } from './tree-selection.ts';

test('paths become folders and files, folders first, numbers by size', () => {
  const tree = pathsToTree(['b.txt', 'docs/10.txt', 'docs/9.txt', 'docs/old/x.txt', 'a.txt'], 'en');
  const rows = visibleRows(tree, new Set(['docs/', 'docs/old/']));
  expect(rows.map(({ node, depth }) => `${depth} ${node.id}`)).toEqual([
    '0 docs/',
    '1 docs/old/',
    '2 docs/old/x.txt',
    '1 docs/9.txt',
    '1 docs/10.txt',
    '0 a.txt',
    '0 b.txt',
  ]);
});

test('ten thousand files are a tree in no time worth naming, each of them once', () => {
  const paths = Array.from({ length: 10_000 }, (_, at) => `f${at % 100}/g${at % 10}/${at}.csv`);
  const open = new Set(paths.flatMap((path) => [`${path.split('/')[0]}/`, path.replace(/[^/]+$/, '')]));
  const rows = visibleRows(pathsToTree(paths, 'en'), open);
  expect(rows.filter(({ open: isOpen }) => isOpen === undefined).length).toBe(10_000);
});

test('a click selects one, Ctrl adds and takes away, Shift selects up to it both ways', () => {
  const order = ['a', 'b', 'c', 'd'];
  const one = selectAfter(nothingSelected, order, 'b', { toggle: false, extend: false });
  expect([...one.ids]).toEqual(['b']);
  const down = selectAfter(one, order, 'd', { toggle: false, extend: true });
  expect([...down.ids]).toEqual(['b', 'c', 'd']);
  const up = selectAfter(down, order, 'a', { toggle: false, extend: true });
  expect([...up.ids]).toEqual(['a', 'b']);
  const more = selectAfter(up, order, 'd', { toggle: true, extend: false });
  expect([...more.ids]).toEqual(['a', 'b', 'd']);
  expect([...selectAfter(more, order, 'a', { toggle: true, extend: false }).ids]).toEqual(['b', 'd']);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BlobId } from '../digest.ts';
import { diffTrees } from './diff.ts';
import { parseTreePath } from './path.ts';
import { decodeTree, emptyTree, encodeTree, type Tree } from './tree.ts';

const blob = (digit: string): BlobId => `sha256:${digit.repeat(64)}`;
const entry = (digit: string) => ({ blob: blob(digit), size: 3, kind: 'file' });
const treeOf = (entries: Tree['entries']): Tree => ({ v: 1, entries });
const text = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

describe('paths', () => {
  test.each([
    ['', 'empty'],
    ['/etc/passwd', 'absolute'],
    ['C:/x', 'absolute'],
    ['a/../b', 'climbs'],
    ['../x', 'climbs'],
    ['./x', 'climbs'],
    ['a//b', 'empty_name'],
    ['a/', 'empty_name'],
    ['a\u0000b', 'forbidden_character'],
    ['a\\b', 'forbidden_character'],
    ['\ud800', 'not_text'],
    ['cafe\u0301.txt', 'not_nfc'],
    ['x'.repeat(256), 'too_long'],
  ])('%j is refused: %s', (path, reason) => {
    expect(parseTreePath(path)).toEqual({ ok: false, error: { code: 'BAD_PATH', reason, path } });
    expect(encodeTree(treeOf({ [path]: entry('a') }))).toMatchObject({ ok: false, error: { code: 'BAD_PATH', path } });
  });

  test.each(['a', 'a/b.txt', 'דוח.docx', '.hidden', 'a..b', 'caf\u00e9'])('%j is taken', (path) => {
    expect(parseTreePath(path)).toEqual({ ok: true, value: path });
  });
});

describe('trees', () => {
  test('are canonical JSON: the order of entries does not matter', () => {
    const one = encodeTree(treeOf({ b: entry('1'), 'a/x': entry('2') }));
    const other = encodeTree(treeOf({ 'a/x': entry('2'), b: entry('1') }));
    expect(one).toEqual(other);
    expect(new TextDecoder().decode(one.ok ? one.value : undefined)).toBe(
      `{"entries":{"a/x":{"blob":"${blob('2')}","kind":"file","size":3},"b":{"blob":"${blob('1')}","kind":"file","size":3}},"v":1}`,
    );
  });

  test('come back as they were written, odd names included', () => {
    const name = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'ü', 'x y', '日本');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 6 }), (paths) => {
        const tree = treeOf(Object.fromEntries(paths.map((each) => [each, entry('c')])));
        const encoded = encodeTree(tree);
        if (!encoded.ok) {
          expect(encoded.error.code).toBe('PATH_CONFLICT');
          return;
        }
        const decoded = decodeTree(encoded.value);
        expect(decoded.ok && Object.keys(decoded.value.entries).sort()).toEqual(paths.toSorted());
      }),
    );
  });

  test('refuse entries that are not what they should be', () => {
    const broken = (part: object) => encodeTree(treeOf({ x: { ...entry('a'), ...part } }));
    expect(broken({ blob: 'sha256:XY' })).toMatchObject({ error: { code: 'BAD_ENTRY', path: 'x', reason: 'blob' } });
    expect(broken({ size: -1 })).toMatchObject({ error: { code: 'BAD_ENTRY', reason: 'size' } });
    expect(broken({ kind: 'No Spaces' })).toMatchObject({ error: { code: 'BAD_ENTRY', reason: 'kind' } });
    expect(encodeTree(treeOf({ a: entry('1'), 'a/b': entry('2') }))).toEqual({
      ok: false,
      error: { code: 'PATH_CONFLICT', path: 'a/b', within: 'a' },
    });
  });

  test('refuse bytes that no tree was written as', () => {
    expect(decodeTree(new Uint8Array([1, 2]))).toEqual({
      ok: false,
      error: { code: 'NOT_A_TREE', reason: 'not_json' },
    });
    expect(decodeTree(text({ v: 2 }))).toEqual({ ok: false, error: { code: 'NOT_A_TREE', reason: 'unknown_version' } });
    expect(decodeTree(text({ v: 1 }))).toEqual({ ok: false, error: { code: 'NOT_A_TREE', reason: 'shape' } });
    expect(decodeTree(text({ v: 1, entries: {} }))).toEqual({
      ok: false,
      error: { code: 'NOT_A_TREE', reason: 'not_canonical' },
    });
  });

  test('differ by what was added, removed and changed', () => {
    const before = treeOf({ kept: entry('1'), gone: entry('2'), edited: entry('3') });
    const after = treeOf({ kept: entry('1'), edited: entry('4'), fresh: entry('5') });
    expect(diffTrees(before, after)).toEqual([
      { kind: 'changed', path: 'edited', before: entry('3'), after: entry('4') },
      { kind: 'added', path: 'fresh', after: entry('5') },
      { kind: 'removed', path: 'gone', before: entry('2') },
    ]);
    expect(diffTrees(before, before)).toEqual([]);
    expect(diffTrees(emptyTree, treeOf({ constructor: entry('1') }))).toHaveLength(1);
  });
});

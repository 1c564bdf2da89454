import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { problemsOf, proofsIn, readCoverage, reportOf, staleReports } from './locks.ts';

const repository = fileURLToPath(new URL('../', import.meta.url));

describe('the registry of this repository', () => {
  test('is valid, every source resolves, and no test names an unknown lock', () => {
    expect(problemsOf(repository, readCoverage(repository), false)).toEqual([]);
  });

  test('has its report committed as it stands', () => {
    expect(staleReports(repository, readCoverage(repository))).toEqual([]);
  });
});

describe('a planted repository', () => {
  let root = '';
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const breaks = { file: 'packages/a/src/a.ts', from: 'true', to: 'false' };
  const lock = (id: string, source = 'docs/rules.md#one-rule', mutation = [breaks]) => ({
    id,
    statement: `${id}.`,
    source,
    test: 't',
    mutation,
  });
  const registry = (...locks: ReturnType<typeof lock>[]) =>
    put('packages/rails/locks.json', JSON.stringify({ $schema: 'x', locks }));
  const problems = (complete = false) => problemsOf(root, readCoverage(root), complete);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'atelier-locks-'));
    put('docs/rules.md', '# Rules\n\n## One rule\n');
    put('packages/a/src/a.ts', 'export const holds = true;\n');
    put('packages/a/src/a.test.ts', "test('it holds [lock:held]', () => {});\n// [lock:only-in-a-comment]\n");
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('a proved lock is no problem', () => {
    registry(lock('held'));
    expect(problems(true)).toEqual([]);
  });

  test('an unknown id is one, always', () => {
    registry(lock('other'));
    expect(problems()).toEqual(['unknown lock: held in packages/a/src/a.test.ts']);
  });

  test('an open lock is one when completeness is asked for', () => {
    registry(lock('held'), lock('open'));
    expect(problems()).toEqual([]);
    expect(problems(true)).toEqual(['no test proves: open']);
  });

  test('a source that is not there, or a lock that is there twice, is one', () => {
    registry(lock('held', 'docs/rules.md#no-such-rule'), lock('held', 'docs/none.md#x'));
    expect(problems()).toEqual([
      'twice in the registry: held',
      'source does not resolve: held -> docs/rules.md#no-such-rule',
      'source does not resolve: held -> docs/none.md#x',
    ]);
  });

  test('a mutation that no longer names one place in the code is one', () => {
    const gone = [
      { ...breaks, file: 'packages/a/src/b.ts' },
      { ...breaks, from: 'never' },
      { ...breaks, from: 'e' },
      { ...breaks, to: 'true' },
    ];
    registry(lock('held', undefined, [breaks, ...gone]));
    expect(problems()).toEqual(gone.map(({ file }) => `mutation does not apply: held -> ${file}`));
  });

  test('an entry of the wrong shape is refused', () => {
    put('packages/rails/locks.json', JSON.stringify({ $schema: 'x', locks: [{ id: 'Not An Id' }] }));
    expect(() => readCoverage(root)).toThrow();
  });

  test('the report says what is open, and goes stale when a proof comes or goes', () => {
    registry(lock('held'), lock('open'));
    const { json, markdown } = reportOf(readCoverage(root));
    expect(json).toMatchObject({ total: 2, proved: 1, open: ['open'] });
    expect(markdown).toContain('## Still open\n\n- `open`: open.\n');
    expect(markdown).toContain('  - it holds (`packages/a/src/a.test.ts`)');
    put('docs/locks.md', markdown);
    put('docs/locks.json', JSON.stringify(json, null, 4));
    expect(staleReports(root, readCoverage(root))).toEqual([]);
    put('apps/b/b.test.ts', 'test(`so does this [lock:open]`, () => {});');
    expect(staleReports(root, readCoverage(root))).toEqual(['docs/locks.md', 'docs/locks.json']);
  });
});

test('one title may prove several locks, and quotes inside it do not end it', () => {
  expect(proofsIn('f', `test("it's so [lock:a] [lock:b]", () => {});`)).toEqual([
    { lock: 'a', file: 'f', title: "it's so" },
    { lock: 'b', file: 'f', title: "it's so" },
  ]);
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'atelier-mcp-'));
afterAll(() => rmSync(folder, { recursive: true }));
const build = fileURLToPath(new URL('../build.mjs', import.meta.url));
const built = spawnSync(process.execPath, [build, join(folder, 'atelier-mcp.mjs')], { encoding: 'utf8' });

test('a build that went well says nothing: a first start has its own words', () => {
  const { status, stdout, stderr } = built;
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(readdirSync(folder)).toContain('atelier-mcp.mjs');
});

/** Everything that loading a file loads with it, parts of the bundle and of Node. */
const loadedWith = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  const text = readFileSync(join(folder, file), 'utf8');
  for (const [, name = ''] of text.matchAll(/\b(?:from|import) ?"([^"]+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    if (name.startsWith('./')) loadedWith(name, found);
  }
  return found;
};
const partCalled = (name: string): string =>
  readdirSync(folder).find((file) => file.startsWith(`atelier-mcp.${name}-`)) ?? '';

test('a start loads nothing of the storage, and a first call nothing of the database', () => {
  const start = loadedWith(partCalled('begin'));
  expect(start).toContain('node:events');
  for (const late of ['node:sqlite', 'node:zlib', 'node:http', 'node:https', 'node:vm'])
    expect(start).not.toContain(late);
  const call = loadedWith(partCalled('open-handler'));
  expect(call).toContain('node:sqlite');
  for (const remote of ['node:http', 'node:https']) expect(call).not.toContain(remote);
});

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

test('a build that went well says nothing: a first start has its own words', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'atelier-mcp.mjs');
  const build = fileURLToPath(new URL('../build.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [build, file], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(existsSync(file)).toBe(true);
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const script = fileURLToPath(new URL('../testing/planted-key-process.ts', import.meta.url));
const key = 'sk-planted-7f3a9c1e55d04bQZ';
const forms = [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64').replace(/=+$/, ''),
  Buffer.from(`x${key}`).toString('base64').slice(4, -4),
  Buffer.from(key).toString('hex'),
  Buffer.from(key, 'utf16le').toString('latin1'),
  // Its middle alone would give it away just as well.
  key.slice(8, 22),
];

test('[WS-14] a saved key stands in no byte the process wrote: data, log, output, errors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ended = spawnSync(process.execPath, [script, folder, key], {
    encoding: 'latin1',
    env: { PATH: process.env.PATH },
  });
  // It ends on an uncaught fault on purpose, after everything else was said.
  expect(ended.status).not.toBe(0);
  expect(ended.stdout).toContain('"status":"configured"');
  expect(ended.stdout).toContain('"last4":"4bQZ"');
  expect(ended.stdout.match(/PROVIDER_AUTH_FAILED/g)?.length).toBeGreaterThanOrEqual(8);
  expect(ended.stdout).toContain('"delta":"Hello"');

  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['secrets.enc', 'secrets.key', 'server.log']));
  const written = files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'latin1')] as const);
  for (const [name, bytes] of [...written, ['stdout', ended.stdout] as const, ['stderr', ended.stderr] as const]) {
    for (const form of forms) expect(bytes.includes(form), `${form} in ${name}`).toBe(false);
  }
});

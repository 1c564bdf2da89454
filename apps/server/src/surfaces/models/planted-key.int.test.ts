import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { spawnAtelier } from '../../testing/child.ts';
import { tempFolder } from '../../testing/temp-folder.ts';

const script = fileURLToPath(new URL('../../testing/planted-key-process.ts', import.meta.url));
const saved = 'sk-planted-7f3a9c1e55d04bQZ';
const found = 'sk-environs-c41d8802b7aa6fXW';
const formsOf = (key: string) => [
  key,
  encodeURIComponent(key),
  Buffer.from(key).toString('base64').replace(/=+$/, ''),
  Buffer.from(key).toString('hex'),
  // Its middle alone would give it away just as well.
  key.slice(8, 22),
];

test('[MD-38] a key of the settings and one of the environment, used, rejected and echoed, stand in no byte a server writes, says or exports', async () => {
  const folder = await tempFolder();
  const data = join(folder, 'data');
  const env = { OPENAI_API_KEY: found };
  const served = spawnSync(process.execPath, [script, data, saved], {
    encoding: 'latin1',
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    maxBuffer: 256 * 1024 * 1024,
  });
  expect([served.status, served.stderr]).toEqual([0, '']);
  // Both really were there and were used.
  for (const last4 of ['4bQZ', '6fXW']) expect(served.stdout).toContain(`"last4":"${last4}"`);
  expect(served.stdout).toContain('"variable":"OPENAI_API_KEY"');
  const { sessionId, sentWithFound, sentWithSaved } = JSON.parse(served.stdout.trim().split('\n').at(-1) ?? '{}');
  expect(sentWithFound).toBeGreaterThan(4);
  expect(sentWithSaved).toBeGreaterThan(8);
  expect(served.stdout.match(/"exported":"(bundle|markdown)","status":200/g)).toHaveLength(2);

  const bundle = join(folder, 'session.json');
  const said: (readonly [string, string])[] = [
    ['stdout of the server', served.stdout],
    ['stderr of the server', served.stderr],
  ];
  for (const args of [['doctor'], ['verify'], ['export', sessionId, '--out', bundle, '--with-paths']]) {
    const { code, out, err } = await spawnAtelier([...args, '--data', data], { env: { ...env, HOME: folder } }).ended;
    expect([args[0], code, err]).toEqual([args[0], 0, '']);
    said.push([`atelier ${args[0]}`, out]);
  }

  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
  const names = files.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['secrets.enc', 'secrets.key', 'server.jsonl', 'session.json']));
  const written = await Promise.all(
    files.map(async ({ parentPath, name }) => [name, await readFile(join(parentPath, name), 'latin1')] as const),
  );
  for (const [name, bytes] of [...written, ...said]) {
    for (const form of [saved, found].flatMap(formsOf)) expect(bytes.includes(form), `${form} in ${name}`).toBe(false);
  }
}, 120_000);

import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskLog } from '@atelier/kernel/adapters';
import { createServer } from '@atelier/server';
import { spawnAtelier, tempFolder } from '@atelier/server/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

const atelier = (...args: readonly string[]) => spawnAtelier(args, { env: {} }).ended;

/** Streams with signed heads; the key that signed them is in the hands of the test alone. */
const loseKey = async (...streams: readonly string[]) => {
  const data = await tempFolder();
  const log = createDiskLog({ data });
  for (const stream of ['session/s', ...streams])
    await log.append(stream, [{ kind: 'said', key: null, data: {} }], { expected: 0 });
  await log.close();
  const path = join(data, 'keys', 'heads.key');
  const key = await readFile(path);
  await rm(path);
  return { data, path, key };
};

test('a lost key of the heads is named with its remedy, and beginning anew is asked for and told ever after', {
  timeout: 60_000,
}, async () => {
  const { data, path, key } = await loseKey();

  const verified = await atelier('verify', '--data', data);
  expect(verified).toMatchObject({ code: 1, out: expect.stringContaining('Bring back keys/heads.key') });
  const doctor = await atelier('doctor', '--data', data);
  expect(doctor).toMatchObject({ code: 1, out: expect.stringContaining('keys/heads.key in the data folder') });
  expect(await atelier('repair', 'session/s', '--data', data)).toMatchObject({
    code: 1,
    err: expect.stringContaining('repair heads.key --data'),
  });
  const asked = await atelier('repair', 'heads.key', '--data', data);
  expect(asked).toMatchObject({ code: 1, out: expect.stringContaining('Nobody can then prove') });

  await writeFile(path, key);
  expect(await atelier('repair', 'heads.key', '--data', data)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing to do'),
  });
  expect(await atelier('verify', '--data', data)).toMatchObject({ code: 0 });

  await rm(path);
  expect(await atelier('repair', 'heads.key', '--yes', '--data', data)).toMatchObject({
    code: 0,
    out: expect.stringContaining('One stream is signed again'),
  });
  const after = await atelier('verify', '--data', data);
  expect(after).toMatchObject({ code: 0, out: expect.stringMatching(/What was cut or rewritten before \d{4}-/) });
  expect(await readFile(path)).not.toEqual(key);
});

test('a key with one bit changed is named as the wrong one by every command, and begun anew only when asked', async () => {
  const { data, path, key } = await loseKey('session/t', 'session/u');
  const wrong = Buffer.from(key);
  wrong[5] = (wrong[5] ?? 0) ^ 1;
  await writeFile(path, wrong);
  for (const command of ['verify', 'doctor'])
    expect(await runHere([command, '--data', data])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/keys\/heads\.key.* is not the key that signed .*repair heads\.key/),
    });
  const asked = await runHere(['repair', 'heads.key', '--data', data]);
  expect(asked).toMatchObject({ code: 1, out: expect.stringMatching(/is damaged.*Nobody can then prove/s) });
  expect(await readFile(path)).toEqual(wrong);

  expect(await runHere(['repair', 'heads.key', '--yes', '--data', data])).toMatchObject({ code: 0 });
  expect(await runHere(['verify', '--data', data])).toMatchObject({
    code: 0,
    out: expect.stringContaining('What was cut or rewritten before'),
  });
  // For its owner alone, as every key.
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a key that cannot be read is named with what to do by every command, and the server starts with it', {
  timeout: 60_000,
}, async () => {
  const { data, path, key } = await loseKey();
  // A folder opens and cannot be read, whoever asks.
  await mkdir(path);

  for (const [command, ...words] of [['verify'], ['doctor'], ['repair', 'heads.key', '--yes']] as const) {
    const said = await runHere([command, ...words, '--data', data], {});
    expect(said.code).toBe(1);
    expect(said.out + said.err).toMatch(/cannot be read: keys\/heads\.key.*\(EISDIR\).*[Mm]ake .* readable/s);
    expect(said.err).not.toMatch(/\n\s+at /);
  }
  const started = await createServer({ dataFolder: data, port: 0 });
  if (!started.ok) throw new Error(started.error.code);
  const { stop } = started.value;
  onTestFinished(() => stop());
  const asked = await runHere(['doctor', '--data', data], {});
  expect(asked).toMatchObject({ code: 1, out: expect.stringContaining('cannot be read: keys/heads.key') });
  await stop();
  await rm(path, { recursive: true });
  await writeFile(path, key);
  expect(await runHere(['verify', '--data', data], {})).toMatchObject({ code: 0 });
});

import { readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskLog } from '@atelier/kernel/adapters';
import { tempFolder } from '@atelier/server/testing';
import { expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

/** Refused for whoever asks, an administrator too: a link that leads to itself. */
const refuse = async (path: string) => {
  await rename(path, `${path}.away`);
  await symlink(path, path);
  return async () => {
    await rm(path);
    await rename(`${path}.away`, path);
  };
};

const write = async (data: string, stream: string, events: number) => {
  const log = createDiskLog({ data });
  for (let n = 0; n < events; n += 1)
    await log.append(stream, [{ kind: 'noted', key: null, data: { text: `${stream} ${n}` } }], { expected: n });
  await log.close();
};

test.each([
  ['a segment', ['events', '000000000000.jsonl']],
  ['a manifest part', ['manifest', '000000000000.jsonl']],
  ['the folder', []],
])(
  '%s of one stream that cannot be read: verify, doctor and backup name it and go on with the rest',
  { timeout: 60_000 },
  async (_, place) => {
    const data = await tempFolder();
    for (const stream of ['bench/sick', 'bench/well']) await write(data, stream, 3);
    const path = join(data, 'streams', 'bench', 'sick', ...place);
    const giveBack = await refuse(path);

    const verified = await runHere(['verify', '--data', data]);
    expect(verified).toMatchObject({ code: 1, err: '' });
    expect(verified.out).toMatch(/WRONG: bench\/sick, commit 0: .*streams\/bench\/sick.* cannot be read \(ELOOP\)/);
    expect(verified.out).toContain('2 streams');
    const doctor = await runHere(['doctor', '--data', data]);
    expect(doctor).toMatchObject({ code: 1, err: '' });
    expect(doctor.out).toMatch(/can’t be read/);
    expect(doctor.out).toMatch(/bench\/sick .*ELOOP/);
    expect(await runHere(['repair', 'bench/sick', '--yes', '--data', data])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/can't be read \(ELOOP\).*Nothing was changed/),
    });
    const copy = join(await tempFolder(), 'copy');
    const backup = await runHere(['backup', copy, '--data', data]);
    expect(backup).toMatchObject({ code: 1, err: expect.stringContaining('bench/sick') });
    const log = createDiskLog({ data: copy });
    expect(await log.read('bench/well')).toMatchObject({ ok: true, value: { next: 3 } });
    await log.close();

    await giveBack();
    expect(await runHere(['verify', '--data', data])).toMatchObject({ code: 0 });
  },
);

test('repair finds damage in a closed part, and keeps what comes after a changed bit', {
  timeout: 60_000,
}, async () => {
  const data = await tempFolder();
  const log = createDiskLog({ data, limits: { events: 4, bytes: 4_000_000 } });
  for (let n = 0; n < 10; n += 1)
    await log.append('bench/b', [{ kind: 'noted', key: null, data: { n } }], { expected: n });
  await log.close();
  const segment = join(data, 'streams', 'bench', 'b', 'events', '000000000000.jsonl');
  const bytes = await readFile(segment);
  bytes[60] = (bytes[60] ?? 0) ^ 2;
  await writeFile(segment, bytes);
  expect(await runHere(['verify', '--data', data])).toMatchObject({ code: 1 });
  expect(await runHere(['repair', 'bench/b', '--data', data])).toMatchObject({
    code: 1,
    out: expect.stringContaining('is damaged at commit 0 (digest_mismatch). 0 events before it are intact; 10 events'),
  });
  expect(await runHere(['repair', 'bench/b', '--yes', '--data', data])).toMatchObject({
    code: 0,
    out: expect.stringContaining('One changed bit was corrected. bench/b now has 10 events.'),
  });
  expect(await runHere(['verify', '--data', data])).toMatchObject({ code: 0 });
  expect((await readdir(join(data, 'aside'))).length).toBe(1);
  expect((await stat(join(data, 'keys', 'heads.key'))).mode & 0o777).toBe(0o600);
});

import { expect, test } from 'vitest';
import { changeText } from '../../testing/damage.ts';
import { said, unwrap } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';
import { verify } from '../../usecases/verify.ts';
import { partPath } from './layout.ts';

/** Three streams of two commits; the process is killed before it could sign the second of any. */
const killed = async () => {
  const disk = createSimulatedDisk();
  const machine = openOnSimulatedDisk(disk, { heads: 'on disk' });
  for (const expected of [0, 1]) {
    const log = machine.open();
    for (const stream of ['install', 'bench/b', 'session/s'])
      unwrap(await log.append(stream, [said('x')], { expected }));
    if (expected === 0) await log.close();
    else machine.kill(log);
  }
  return { machine, fs: disk.mount() };
};

test('ends that a killed process left unsigned are signed, once', async () => {
  const { machine } = await killed();
  const log = machine.open();
  expect(await log.unsignedCommits('bench/b')).toBe(1);
  expect(await log.signUnsigned()).toBe(3);
  for (const stream of ['install', 'bench/b', 'session/s']) expect(await log.unsignedCommits(stream)).toBe(0);
  expect(await log.signUnsigned()).toBe(0);
  const { findings, unproven } = await verify({ audit: log.audit, heads: log.heads })();
  expect([findings, unproven.filter(({ kind }) => kind === 'only_chained')]).toEqual([[], []]);
});

test('a damaged stream, one that is not what its head attests, and one asked to stop are left as they are', async () => {
  const { machine, fs } = await killed();
  changeText(fs, partPath('/data/streams/bench/b', 0), (text) => text.replace('"commit":1', '"commit":7'));
  changeText(fs, '/data/heads/install/_.json', (text) => text.replace('"commits":1', '"commits":2'));
  const log = machine.open();
  expect(await log.signUnsigned(AbortSignal.abort())).toBe(0);
  expect(await log.signUnsigned()).toBe(1);
  expect(await log.heads.of('bench/b')).toMatchObject({ commits: 1 });
  expect(await log.heads.of('install')).toBe('forged');
});

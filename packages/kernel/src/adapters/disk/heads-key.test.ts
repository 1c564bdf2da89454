import { expect, test } from 'vitest';
import { said, unwrap } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';
import { signHeadsAgain } from '../../usecases/sign-heads-again.ts';
import { verify } from '../../usecases/verify.ts';
import { readFile } from './whole-io.ts';

const KEY = '/data/keys/heads.key';
const STREAMS = ['install', 'session/s'];

/** Two streams of two commits, signed; the process is gone, and then the key. */
const withoutKey = async (how: 'gone' | 'damaged') => {
  const disk = createSimulatedDisk();
  const machine = openOnSimulatedDisk(disk, { heads: 'on disk' });
  const fs = disk.mount();
  const write = async (count: number) => {
    const log = machine.open();
    for (const stream of STREAMS)
      for (let n = 0; n < count; n += 1) unwrap(await log.append(stream, [said(`${n}`)], { expected: 'any' }));
    await log.close();
    return log;
  };
  await write(2);
  const key = readFile(fs, KEY) ?? Buffer.alloc(0);
  const bringBack = (bytes: Uint8Array): void => {
    const fs = disk.mount();
    if (fs.statSync(KEY)) fs.unlinkSync(KEY);
    const file = fs.openSync(KEY, 'create');
    file.writeSync(bytes, 0);
    file.closeSync();
  };
  if (how === 'gone') fs.unlinkSync(KEY);
  else bringBack(key.subarray(0, 31));
  const look = async () => {
    const { audit, heads } = machine.open();
    return verify({ audit, heads })();
  };
  return { disk, machine, fs, write, key, bringBack, look };
};

test.each(['gone', 'damaged'] as const)(
  'a key that is %s is missed, and no other is made in its place',
  async (how) => {
    const { fs, write, look, machine } = await withoutKey(how);
    const before = readFile(fs, '/data/heads/session/s.json');
    const log = await write(1);
    expect(log.unsignedHeads().map(({ stream, reason }) => [stream, reason])).toEqual([
      ['install', 'no_key'],
      ['session/s', 'no_key'],
    ]);
    expect(readFile(fs, KEY)?.length).toBe(how === 'gone' ? undefined : 31);
    expect(readFile(fs, '/data/heads/session/s.json')).toEqual(before);
    expect((await look()).findings).toEqual([{ kind: 'heads_key_missing', heads: 2 }]);
    expect(await machine.open().headDoubt('session/s')).toBe('head_keyless');
  },
);

test('a stream that never had a head is not signed with a key of its own either', async () => {
  const { fs, machine } = await withoutKey('gone');
  const log = machine.open();
  unwrap(await log.append('bench/new', [said('a')], { expected: 0 }));
  await log.close();
  expect(log.unsignedHeads()).toMatchObject([{ stream: 'bench/new', reason: 'no_key' }]);
  expect(fs.statSync(KEY)).toBeUndefined();
});

test('the old key brought back is all that is needed', async () => {
  const { write, look, key, bringBack, machine } = await withoutKey('gone');
  await write(1);
  bringBack(key);
  expect((await look()).findings).toEqual([]);
  await write(1);
  expect((await look()).findings).toEqual([]);
  expect(await machine.open().heads.of('session/s')).toMatchObject({ commits: 4 });
});

test('without the key nothing is cut or accepted, for it could not be signed', async () => {
  const { machine } = await withoutKey('gone');
  const log = machine.open();
  for (const act of [log.repair, log.acceptEnd])
    expect(await act('session/s')).toMatchObject({ ok: false, error: { code: 'WRITE_FAILED' } });
});

test('begun anew, the streams are signed as they stand, and what cannot be proved any more is said', async () => {
  const { disk, machine, write, look, key, bringBack } = await withoutKey('gone');
  const { audit, heads } = machine.open();
  const begun = await signHeadsAgain({ audit, heads })(1_700_000_000_000);
  const aside = { at: 1_700_000_000_000, heads: 2, where: '/data/aside/heads-1700000000000' };
  expect(begun).toEqual({ aside, signed: 2, damaged: [] });
  disk.powerCut(() => false);
  await write(1);
  const seen = await look();
  expect(seen.findings).toEqual([]);
  expect(seen.unproven).toContainEqual({ kind: 'heads_put_aside', ...aside });
  expect(await signHeadsAgain(machine.open())(1_700_000_000_001)).toBeUndefined();
  // Should the old key turn up: with the heads it signed it still proves what it proved.
  const fs = disk.mount();
  fs.renameSync('/data/heads', '/data/aside/newer');
  fs.renameSync(aside.where, '/data/heads');
  bringBack(key);
  expect((await look()).findings).toEqual([]);
});

test('a power cut while heads are put aside loses none of them', async () => {
  for (let cut = 0; cut < 2; cut += 1) {
    const { disk, machine, look } = await withoutKey('gone');
    const { heads } = machine.open();
    const aside = await heads.putAside(5);
    disk.powerCut(() => cut === 1);
    expect(aside).toMatchObject({ heads: 2 });
    expect((await look()).unproven).toContainEqual({
      kind: 'heads_put_aside',
      at: 5,
      heads: 2,
      where: '/data/aside/heads-5',
    });
  }
});

test.each([
  ['EACCES', 'open'],
  ['EIO', 'read'],
] as const)(
  'a key that the system refuses (%s at its %s) is named as such: work goes on, nothing is signed or put aside, and it is read again once it can be',
  async (code, call) => {
    const { disk, machine, fs, write, look, key, bringBack } = await withoutKey('gone');
    bringBack(key);
    const before = readFile(fs, '/data/heads/session/s.json');
    disk.injectFaults(({ name, path }) => (name === call && path === KEY ? code : undefined));
    const log = await write(1);
    expect(log.unsignedHeads()).toMatchObject([
      { stream: 'install', reason: 'no_key', detail: expect.stringContaining(code) },
      { stream: 'session/s', reason: 'no_key' },
    ]);
    expect((await look()).findings).toEqual([{ kind: 'heads_key_unreadable', heads: 2, why: code }]);
    const { heads, headDoubt, repair, acceptEnd } = machine.open();
    expect(await heads.keyTrouble()).toEqual({ kind: 'unreadable', why: code });
    expect(await heads.putAside(5)).toBeUndefined();
    expect(await headDoubt('session/s')).toBe('head_keyless');
    for (const act of [repair, acceptEnd]) expect(await act('session/s')).toMatchObject({ ok: false });
    disk.injectFaults(() => undefined);
    expect(readFile(fs, KEY)).toEqual(key);
    expect(readFile(fs, '/data/heads/session/s.json')).toEqual(before);
    await write(1);
    expect((await look()).findings).toEqual([]);
    expect(await machine.open().heads.of('session/s')).toMatchObject({ commits: 4 });
  },
);

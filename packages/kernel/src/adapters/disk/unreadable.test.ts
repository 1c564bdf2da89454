import { expect, test } from 'vitest';
import { changeFile, changeText, fileBytes } from '../../testing/damage.ts';
import { said, textsOf, unwrap } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';
import { createProjection } from '../../usecases/projection.ts';
import { signHeadsAgain } from '../../usecases/sign-heads-again.ts';
import { verify } from '../../usecases/verify.ts';
import type { DiskLog } from './disk-log.ts';
import { indexPath, partPath, segmentPath } from './layout.ts';

const SICK = 'session/sick';
const FOLDER = '/data/streams/session/sick';
const options = { limits: { events: 4, bytes: 4 * 1024 * 1024 }, heads: 'on disk' } as const;
const of = { name: 'texts', version: 1 };

const look = ({ audit, heads }: DiskLog) => verify({ audit, heads })();

/** Two streams of ten commits, four to a segment, signed; the process is gone. */
const given = async () => {
  const disk = createSimulatedDisk();
  const { open } = openOnSimulatedDisk(disk, options);
  const log = open();
  for (const stream of [SICK, 'session/well'])
    for (let n = 0; n < 10; n += 1) unwrap(await log.append(stream, [said(`${n}`, `k${n}`)], { expected: n }));
  await log.snapshots.save(SICK, of, { seq: 10, state: 'snapshot' });
  await log.close();
  const refuse = (path: string): void =>
    disk.injectFaults((call) => (call.path.startsWith(path) && call.name !== 'close' ? 'EACCES' : undefined));
  return { disk, open, refuse, allow: () => disk.injectFaults(() => undefined), fs: disk.mount() };
};

test.each([
  ['a segment', segmentPath(FOLDER, 8)],
  ['a closed segment', segmentPath(FOLDER, 4)],
  ['a manifest part', partPath(FOLDER, 8)],
  ['the folder', FOLDER],
])('%s that the system refuses is a health of its stream, by file and code, and concerns no other', async (_, path) => {
  const { open, refuse, allow } = await given();
  const log = open();
  refuse(path);
  const read = await log.read(SICK);
  expect(read).toMatchObject({
    ok: false,
    error: { code: 'UNHEALTHY', health: { kind: 'unreadable', system: 'EACCES' } },
  });
  if (!read.ok && read.error.code === 'UNHEALTHY') expect(read.error.health.file).toContain(path);
  const { health } = await log.salvage(SICK);
  expect(health).toMatchObject({ kind: 'unreadable', system: 'EACCES' });

  const { findings } = await look(log);
  expect(findings.filter((finding) => 'stream' in finding && finding.stream !== SICK)).toEqual([]);
  expect(findings).toContainEqual(expect.objectContaining({ stream: SICK, reason: 'unreadable', system: 'EACCES' }));

  expect(unwrap(await log.read('session/well')).events).toHaveLength(10);
  unwrap(await log.append('session/well', [said('more')], { expected: 10 }));
  expect(await log.append(SICK, [said('more')], { expected: 99 })).toMatchObject({ ok: false });

  // Nothing has to be started again once the system gives it.
  allow();
  expect(unwrap(await log.read(SICK)).events).toHaveLength(10);
  expect(await log.health(SICK)).toEqual({ kind: 'healthy', next: 10 });
  unwrap(await log.append(SICK, [said('more')], { expected: 10 }));
});

test('a snapshot or an index that cannot be read is done without', async () => {
  const { open, refuse, allow } = await given();
  refuse(`${FOLDER}/snapshots/texts`);
  const log = open();
  expect(await log.snapshots.load(SICK, of)).toBeUndefined();
  const texts = createProjection({ log, initial: '', evolve: (all, { data }) => all + String(data['text']) });
  expect(unwrap(await texts.at(SICK)).state).toBe('0123456789');
  refuse(indexPath(FOLDER, 0));
  expect(unwrap(await log.append(SICK, [said('0', 'k0')], { expected: 'any' })).repeated).toBe(true);
  allow();
});

test('a head that cannot be read is named, is signed over by nobody, and keeps no other from being signed', async () => {
  const { open, refuse, allow } = await given();
  refuse('/data/heads/session/sick.json');
  const log = open();
  expect(await log.headDoubt(SICK)).toBe('head_unreadable');
  expect(await log.headDoubt('session/well')).toBeUndefined();
  const { findings } = await look(log);
  expect(findings).toEqual([{ kind: 'head_unreadable', stream: SICK, commit: 10 }]);
  for (const stream of [SICK, 'session/well']) unwrap(await log.append(stream, [said('more')], { expected: 10 }));
  await log.close();
  expect(log.unsignedHeads().map(({ stream }) => stream)).toEqual([SICK]);
  allow();
  expect(await open().heads.of('session/well')).toMatchObject({ commits: 11 });
});

test('a folder of streams that cannot be listed is named, and the others are checked', async () => {
  const { open, disk } = await given();
  unwrap(await open().append('bench/b', [said('x')], { expected: 0 }));
  disk.injectFaults(({ name, path }) => (name === 'readdir' && path === '/data/streams/session' ? 'EIO' : undefined));
  const { findings, streams } = await look(open());
  expect(findings).toContainEqual({ kind: 'folder_unreadable', file: '/data/streams/session', system: 'EIO' });
  expect(streams).toBe(3);
});

test('a stream that a read found damaged takes nothing more, though its newest part is whole', async () => {
  const { open, fs } = await given();
  changeText(fs, segmentPath(FOLDER, 0), (text) => text.replace('"text":"2"', '"text":"two"'));
  const log = open();
  expect(await log.health(SICK)).toEqual({ kind: 'healthy', next: 10 });
  expect(await log.read(SICK)).toMatchObject({ ok: false, error: { health: { commit: 2 } } });
  expect(await log.append(SICK, [said('more')], { expected: 10 })).toMatchObject({
    ok: false,
    error: { code: 'UNHEALTHY', reason: 'digest_mismatch', health: { commit: 2, validNext: 2 } },
  });
  expect(await log.health(SICK)).toMatchObject({ kind: 'corrupt_tail', commit: 2 });
  // What comes after the damage proves itself and can be read.
  expect(textsOf(unwrap(await log.read(SICK, { from: 4 })).events)).toEqual(['4', '5', '6', '7', '8', '9']);

  // Another process repairs it: nobody has to be started again.
  unwrap(await open().repair(SICK));
  expect(unwrap(await log.append(SICK, [said('more')], { expected: 2 })).next).toBe(3);
});

test('repair puts a changed bit right wherever it is, and nothing is lost', async () => {
  const { open, fs } = await given();
  const path = segmentPath(FOLDER, 0);
  const before = fileBytes(fs, path);
  changeFile(fs, path, (bytes) => {
    bytes[100] = (bytes[100] ?? 0) ^ 4;
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 128;
    return bytes;
  });
  const log = open();
  const done = unwrap(await log.repair(SICK));
  expect(done).toMatchObject({ next: 10, mended: 2, was: { kind: 'corrupt_head', commit: 0 } });
  expect(fileBytes(fs, path)).toEqual(before);
  expect((await look(log)).findings).toEqual([]);
  expect(done.aside).toMatch(/^\/data\/aside\/session-sick-/);
  unwrap(await log.append(SICK, [said('more')], { expected: 10 }));
});

test('an append never writes over commits that a signed head attests and the manifest no longer shows', async () => {
  const { open, fs } = await given();
  const segment = fileBytes(fs, segmentPath(FOLDER, 8));
  // The newline that ends the last record: the record now looks like one that was never finished.
  changeFile(fs, partPath(FOLDER, 8), (bytes) => {
    bytes[bytes.lastIndexOf(10)] = 11;
    return bytes;
  });
  const log = open();
  expect(unwrap(await log.read(SICK)).events).toHaveLength(9);
  expect(await log.append(SICK, [said('more')], { expected: 9 })).toMatchObject({
    ok: false,
    error: { code: 'UNHEALTHY', reason: 'shorter_than_signed', health: { validNext: 9 } },
  });
  expect(fileBytes(fs, segmentPath(FOLDER, 8))).toEqual(segment);
  // On the operator's word it goes on as it is.
  unwrap(await log.acceptEnd(SICK));
  expect(unwrap(await log.append(SICK, [said('more')], { expected: 9 })).next).toBe(10);
});

test('a damaged signing key is told from forged heads, and can be begun anew', async () => {
  const { open, fs } = await given();
  changeFile(fs, '/data/keys/heads.key', (bytes) => {
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    return bytes;
  });
  const log = open();
  expect(await log.heads.keyTrouble()).toEqual({ kind: 'damaged', forged: 2 });
  expect((await look(log)).findings).toContainEqual({ kind: 'heads_key_damaged', heads: 2 });
  const begun = await signHeadsAgain(log)(5);
  expect(begun).toMatchObject({ signed: 2, damaged: [] });
  expect(await log.heads.keyTrouble()).toBeUndefined();
  expect((await look(log)).findings).toEqual([]);
  expect(fs.readdirSync('/data/aside/heads-5')).toContain('heads.key');
});

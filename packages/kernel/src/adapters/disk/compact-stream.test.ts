import { expect, test } from 'vitest';
import { changeFile, fileBytes } from '../../testing/damage.ts';
import { said, unwrap } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';
import { verify } from '../../usecases/verify.ts';
import { partPath, segmentPath } from './layout.ts';
import { isPacked, mendPacked, packSegment, unpackSegment } from './packed-segment.ts';

const FOLDER = '/data/streams/session/s';
const words = (at: number): string => `What was found in place ${at}, and what was done about it. `.repeat(8);

const written = async (count = 12) => {
  const disk = createSimulatedDisk();
  const world = openOnSimulatedDisk(disk);
  const log = world.open();
  for (let at = 0; at < count; at += 1)
    unwrap(await log.append('session/s', [said(words(at))], { expected: at, content: [Buffer.from(`{"at":${at}}`)] }));
  return { world, log, fs: disk.mount(), texts: Array.from({ length: count }, (_, at) => words(at)) };
};
const segment = segmentPath(FOLDER, 0);
type Written = Awaited<ReturnType<typeof written>>;
const textsOf = async (log: Written['log']) =>
  unwrap(await log.read('session/s')).events.map(({ data }) => (data as { text: string }).text);

test('a stream that rests takes a fraction, and says and attests the same', async () => {
  const { world, log, fs, texts } = await written();
  const before = { manifest: fileBytes(fs, partPath(FOLDER, 0)), commits: unwrap(await log.commits('session/s')) };
  const { savedBytes } = unwrap(await log.compact('session/s'));
  expect(fileBytes(fs, segment).length).toBeLessThan(1_500);
  expect(savedBytes).toBeGreaterThan(6_000);
  expect(unwrap(await log.compact('session/s'))).toEqual({ savedBytes: 0 });
  expect(unwrap(await log.compact('session/none'))).toEqual({ savedBytes: 0 });
  expect(await log.list('session')).toEqual(['session/s']);
  for (const reader of [log, world.open()]) {
    expect(await textsOf(reader)).toEqual(texts);
    expect(unwrap(await reader.commits('session/s'))).toEqual(before.commits);
    expect(await reader.health('session/s')).toEqual({ kind: 'healthy', next: texts.length });
    const [pinned] = before.commits.commits[3]?.pins ?? [];
    expect(Buffer.from((await reader.content('session/s', pinned as never)) ?? []).toString()).toBe('{"at":3}');
  }
  expect(fileBytes(fs, partPath(FOLDER, 0)).subarray(0, 200)).toEqual(before.manifest.subarray(0, 200));
  await log.close();
  const again = world.open();
  const found = await verify({ audit: again.audit, heads: again.heads })();
  expect(found).toMatchObject({ findings: [], commits: 12 });
});

test('the next append unpacks, also by a process that had the segment open', async () => {
  const { world, log, fs, texts } = await written();
  const other = world.open();
  await new Promise((resume) => setTimeout(resume, 30)); // the first lets go of the lock, and keeps its files
  expect(unwrap(await other.compact('session/s')).savedBytes).toBeGreaterThan(0);
  unwrap(await log.append('session/s', [said('more')], { expected: texts.length }));
  expect(isPacked(fileBytes(fs, segment))).toBe(false);
  for (const reader of [log, other, world.open()]) expect(await textsOf(reader)).toEqual([...texts, 'more']);
});

test('damage to a packed segment is met by commit, takes no append, and one wrong bit is put right', async () => {
  const { world, log, fs, texts } = await written();
  unwrap(await log.compact('session/s'));
  await log.close();
  const packed = fileBytes(fs, segment);
  for (let at = 0; at < packed.length; at += 37) {
    changeFile(fs, segment, () => Buffer.from(packed.map((byte, index) => (index === at ? byte ^ 4 : byte))));
    const reader = world.open();
    const read = await reader.read('session/s');
    if (read.ok) expect(await textsOf(reader)).toEqual(texts);
    else {
      const held = await reader.append('session/s', [said('on top')], { expected: 'any' });
      expect(held).toMatchObject({ ok: false, error: { code: 'UNHEALTHY' } });
      // What stands before the damage can still be read.
      const { events } = await reader.salvage('session/s');
      expect(events.map(({ data }) => (data as { text: string }).text)).toEqual(texts.slice(0, events.length));
      expect(unwrap(await reader.repair('session/s'))).toMatchObject({ next: texts.length });
      expect(await textsOf(world.open())).toEqual(texts);
    }
    await reader.close();
  }
});

test('an append to a damaged packed segment that nobody has read is refused, and leaves it as it is', async () => {
  const { world, log, fs } = await written();
  unwrap(await log.compact('session/s'));
  await log.close();
  changeFile(fs, segment, (bytes) => Buffer.from(bytes.map((byte, at) => (at === 700 ? byte ^ 1 : byte))));
  const damaged = fileBytes(fs, segment);
  const held = await world.open().append('session/s', [said('on top')], { expected: 'any' });
  expect(held).toMatchObject({ ok: false, error: { code: 'UNHEALTHY' } });
  expect(fileBytes(fs, segment)).toEqual(damaged);
});

test('lines of any kind come back, and a changed block is found by parity', () => {
  for (const lines of ['', '{"a":1}\n', words(1).repeat(300), '\u{1F989}'.repeat(5_000)]) {
    const bytes = Buffer.from(lines);
    const packed = packSegment(bytes);
    expect(isPacked(packed)).toBe(true);
    expect(isPacked(bytes)).toBe(false);
    expect(unpackSegment(packed).equals(bytes)).toBe(true);
    const at = packed.length - 1;
    const wrong = Buffer.from(packed);
    wrong[at] = (wrong[at] ?? 0) ^ 0xff;
    expect(mendPacked(wrong, (found) => found.equals(bytes))?.toString()).toBe(lines);
  }
});

test('room that a killed process kept ahead is given back, and a process that has it in mind goes on', async () => {
  const { world, log, fs, texts } = await written();
  const attested = fileBytes(fs, partPath(FOLDER, 0)).indexOf(0);
  expect(fileBytes(fs, partPath(FOLDER, 0)).length).toBeGreaterThan(attested + 500);
  world.kill(log);
  const other = world.open();
  unwrap(await other.compact('session/s'));
  expect(fileBytes(fs, partPath(FOLDER, 0)).length).toBe(attested);
  unwrap(await other.append('session/s', [said('more')], { expected: texts.length }));
  expect(await textsOf(world.open())).toEqual([...texts, 'more']);
});

import { expect, test } from 'vitest';
import { StreamCutOff } from '../../core/log/stream-cut-off.ts';
import { changeText } from '../../testing/damage.ts';
import { said, textsOf, unwrap } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';
import { createProjection } from '../../usecases/projection.ts';
import type { DiskLog } from './disk-log.ts';
import { segmentPath } from './layout.ts';

const STREAM = 'session/s';
const TRUTH = ['0', '1', '2', '3', '4', '5'];

/** Ten events, of which this process has read all; two processes on one disk. */
const tenRead = async () => {
  const disk = createSimulatedDisk();
  const { open } = openOnSimulatedDisk(disk, { limits: { events: 4, bytes: 4 * 1024 * 1024 } });
  const [here, there] = [open(), open()];
  for (let n = 0; n < 10; n += 1) unwrap(await here.append(STREAM, [said(`${n}`)], { expected: n }));
  /** The other process finds the seventh event changed, cuts the stream before it, and goes on with its own. */
  const cutAndGoOn = async (count: number): Promise<void> => {
    changeText(disk.mount(), segmentPath('/data/streams/session/s', 4), (text) =>
      text.replace('"text":"6"', '"text":"x"'),
    );
    unwrap(await there.repair(STREAM));
    for (let n = 0; n < count; n += 1) unwrap(await there.append(STREAM, [said(`new ${n}`)], { expected: 6 + n }));
  };
  return { here, cutAndGoOn };
};

const inWords = (log: Pick<DiskLog, 'read'>) =>
  createProjection<readonly unknown[]>({ log, initial: [], evolve: (texts, event) => [...texts, ...textsOf([event])] });

const newTexts = (count: number): string[] => Array.from({ length: count }, (_, n) => `new ${n}`);

test.each([
  ['shorter than before', 1],
  ['as long as before', 4],
  ['longer than before', 6],
])('a view holds nothing of what a repair cut off, though the stream is %s', async (_, count) => {
  const { here, cutAndGoOn } = await tenRead();
  const words = inWords(here);
  expect(unwrap(await words.at(STREAM)).seq).toBe(10);
  await cutAndGoOn(count);
  expect(unwrap(await words.at(STREAM))).toEqual({ state: [...TRUTH, ...newTexts(count)], seq: 6 + count });
});

test('what is read on from a place that was cut off is nothing, and the next place is the beginning', async () => {
  const { here, cutAndGoOn } = await tenRead();
  const { head } = unwrap(await here.read(STREAM));
  const { head: kept } = unwrap(await here.read(STREAM, { limit: 5 }));
  await cutAndGoOn(6);
  expect(unwrap(await here.read(STREAM, { from: 10, head }))).toEqual({ events: [], next: 0, head: undefined });
  const { events } = unwrap(await here.read(STREAM, { from: 5, head: kept }));
  expect(textsOf(events)).toEqual(['5', ...newTexts(6)]);
});

test('an append says the same place as a read, each commit of a batch its own', async () => {
  const { here } = await tenRead();
  const both = await Promise.all([10, 11].map((n) => here.append(STREAM, [said(`${n}`)], { expected: 'any' })));
  for (const answer of both) {
    const { next, head } = unwrap(answer);
    expect(head).toMatch(/./);
    expect(unwrap(await here.read(STREAM, { limit: next })).head).toBe(head);
  }
});

test('whoever follows is told that what they were given was cut off', async () => {
  const { here, cutAndGoOn } = await tenRead();
  const seen: unknown[] = [];
  const following = (async () => {
    for await (const event of here.follow(STREAM, 0, new AbortController().signal)) seen.push(...textsOf([event]));
  })();
  await expect.poll(() => seen.length).toBe(10);
  await cutAndGoOn(6);
  await expect(following).rejects.toBeInstanceOf(StreamCutOff);
  expect(seen).toHaveLength(10);
});

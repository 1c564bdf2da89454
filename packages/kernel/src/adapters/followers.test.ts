import { expect, test } from 'vitest';
import type { StreamId } from '../core/event.ts';
import type { EventLog } from '../ports/event-log.ts';
import { said, unwrap } from '../testing/log-promises.ts';
import { createFollowers, type StreamEnd } from './followers.ts';
import { createMemoryLog } from './memory/memory-log.ts';

const setUp = ({ lookAgainMs = 1_000_000, pageSize = 1_000 } = {}) => {
  const log = createMemoryLog();
  const reads: string[] = [];
  const questions: (readonly StreamId[])[] = [];
  const read: EventLog['read'] = async (stream, range) => {
    reads.push(`${stream}@${range?.from}`);
    // As a disk or a database does: what is committed from here on is not in the answer.
    const page = await log.read(stream, range);
    await new Promise((resume) => setImmediate(resume));
    return page;
  };
  const ends = async (streams: readonly StreamId[]) => {
    questions.push(streams);
    const found = new Map<StreamId, StreamEnd>();
    for (const stream of streams) found.set(stream, { next: unwrap(await log.read(stream)).next });
    return found;
  };
  const followers = createFollowers({ read, ends, lookAgainMs, pageSize });
  const stop = new AbortController();
  const seen = new Map<string, string[]>();
  const follow = (who: string, stream: StreamId) => {
    const texts: string[] = [];
    seen.set(who, texts);
    return (async () => {
      for await (const event of followers.follow(stream, 0, stop.signal)) texts.push(String(event.data['text']));
    })();
  };
  const commit = async (stream: StreamId, text: string) =>
    unwrap(await log.append(stream, [said(text)], { expected: 'any' }));
  return { followers, follow, commit, reads, questions, seen, stop };
};

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resume) => setImmediate(resume));
};

test('a commit costs one read of its stream, however many follow it, and none of another', async () => {
  const { followers, follow, commit, reads, seen, stop } = setUp();
  const tabs = Array.from({ length: 50 }, (_, tab) => [
    follow(`${tab}a`, 'bench/a'),
    follow(`${tab}b`, 'bench/b'),
  ]).flat();
  await settle();
  reads.length = 0;
  await commit('bench/a', 'x');
  followers.wake('bench/a');
  await settle();
  expect(reads).toEqual(['bench/a@0']);
  for (let tab = 0; tab < 50; tab += 1) expect(seen.get(`${tab}a`)).toEqual(['x']);
  stop.abort();
  await Promise.all(tabs);
});

test('a full page is read on from; the one that ends the stream is the last', async () => {
  const { follow, commit, reads, seen, stop } = setUp({ pageSize: 2 });
  for (const text of ['a', 'b', 'c', 'd', 'e']) await commit('bench/a', text);
  const tab = follow('tab', 'bench/a');
  await settle();
  expect(seen.get('tab')).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(reads).toEqual(['bench/a@0', 'bench/a@2', 'bench/a@4']);
  stop.abort();
  await tab;
});

test('a commit made while a read is under way is not slept through', async () => {
  const { followers, follow, commit, seen, stop } = setUp();
  const tabs = [follow('one', 'bench/a'), follow('two', 'bench/a')];
  for (const text of ['a', 'b', 'c', 'd']) {
    await commit('bench/a', text);
    followers.wake('bench/a');
    await new Promise((resume) => setImmediate(resume));
  }
  await settle();
  expect([...seen.values()]).toEqual([
    ['a', 'b', 'c', 'd'],
    ['a', 'b', 'c', 'd'],
  ]);
  stop.abort();
  await Promise.all(tabs);
});

test('a follower that joins between a commit and its wake-up shares no read that began before it', async () => {
  const { followers, follow, commit, seen, stop } = setUp();
  const first = follow('first', 'bench/a');
  await commit('bench/a', 'x');
  followers.wake('bench/a');
  const second = follow('second', 'bench/a');
  await settle();
  expect([...seen.values()]).toEqual([['x'], ['x']]);
  stop.abort();
  await Promise.all([first, second]);
});

test('looking again is one question for all streams, and wakes only followers of those that moved', async () => {
  const { followers, follow, commit, reads, questions, seen, stop } = setUp();
  const tabs = ['bench/a', 'bench/b', 'bench/c'].map((stream) => follow(stream, stream));
  await settle();
  reads.length = 0;
  await commit('bench/b', 'from another process');
  followers.look();
  followers.look();
  await settle();
  expect(seen.get('bench/b')).toEqual(['from another process']);
  expect(reads).toEqual(['bench/b@0']);
  // The second came while the first was under way: asked once more, not twice.
  expect(questions).toEqual([
    ['bench/a', 'bench/b', 'bench/c'],
    ['bench/a', 'bench/b', 'bench/c'],
  ]);
  stop.abort();
  await Promise.all(tabs);
});

test('a wake-up that is lost is made up for by looking again', async () => {
  const { follow, commit, seen, stop } = setUp({ lookAgainMs: 5 });
  const tab = follow('tab', 'bench/a');
  await settle();
  await commit('bench/a', 'x');
  await expect.poll(() => seen.get('tab')).toEqual(['x']);
  stop.abort();
  await tab;
});

test('where the end of a stream cannot be told, its followers read for themselves', async () => {
  const log = createMemoryLog();
  const read: EventLog['read'] = (stream, range) => log.read(stream, range);
  const followers = createFollowers({ read, ends: async () => new Map(), lookAgainMs: 1_000_000 });
  const stop = new AbortController();
  const next = followers.follow('bench/a', 0, stop.signal)[Symbol.asyncIterator]().next();
  await settle();
  await log.append('bench/a', [said('x')], { expected: 0 });
  followers.look();
  expect((await next).value?.data).toEqual({ text: 'x' });
  stop.abort();
});

test('a commit of this process is handed to all who stand before it, and nobody reads it', async () => {
  const { followers, follow, commit, reads, seen, stop } = setUp();
  const tabs = [follow('one', 'bench/a'), follow('two', 'bench/a')];
  await settle();
  reads.length = 0;
  for (const text of ['a', 'b']) {
    const { events } = await commit('bench/a', text);
    followers.hand('bench/a', () => events);
    await settle();
  }
  expect([...seen.values()]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  expect(reads).toEqual([]);
  stop.abort();
  await Promise.all(tabs);
});

test('commits that are handed over before the one before was taken are not slept through', async () => {
  const { followers, follow, commit, seen, stop } = setUp();
  const tab = follow('tab', 'bench/a');
  await settle();
  const made = [await commit('bench/a', 'a'), await commit('bench/a', 'b')];
  for (const { events } of made) followers.hand('bench/a', () => events);
  await settle();
  expect(seen.get('tab')).toEqual(['a', 'b']);
  stop.abort();
  await tab;
});

test('a commit that does not follow on what was seen is read with what lies before it', async () => {
  const { followers, follow, commit, seen, stop } = setUp();
  const tab = follow('tab', 'bench/a');
  await settle();
  await commit('bench/a', 'by another process');
  const { events } = await commit('bench/a', 'ours');
  followers.hand('bench/a', () => events);
  await settle();
  expect(seen.get('tab')).toEqual(['by another process', 'ours']);
  stop.abort();
  await tab;
});

import type { ServerFrame } from '@atelier/contracts';
import { createMemoryLog } from '@atelier/kernel/adapters';
import { expect, test } from 'vitest';
import type { Caller } from '../caller.ts';
import { createPresence } from '../presence/presence.ts';
import { createAudience, type StreamRules } from '../surfaces/audience.ts';
import { createConnection } from './connection.ts';
import { createDeltaBus } from './delta-bus.ts';

const admin: Caller = { person: 'local', role: 'admin', via: 'cookie' };

/** A wire that a test can hold up. */
const createBench = (rules: StreamRules = {}, caller: Caller = admin) => {
  const log = createMemoryLog();
  const deltas = createDeltaBus();
  const frames: ServerFrame[] = [];
  const faults: unknown[] = [];
  let waiting: (() => void)[] = [];
  let held = false;
  const connection = createConnection({
    log,
    deltas,
    caller,
    mayAsk: () => true,
    presence: createPresence({ boot: 'b', onFault: () => undefined }),
    audience: createAudience({ install: { follow: 'viewer' }, bench: { follow: 'viewer' }, ...rules }, (cause) =>
      faults.push(cause),
    ),
    onFault: (cause) => faults.push(cause),
    wire: {
      send: (frame) => frames.push(frame),
      congested: () => held,
      room: () => (held ? new Promise((resume) => waiting.push(resume)) : Promise.resolve()),
      close: (code) => frames.push({ pong: code }),
    },
  });
  const append = (stream: string, count = 1) =>
    log.append(
      stream,
      Array.from({ length: count }, () => ({ kind: 'tick', key: null, data: {} })),
      { expected: 'any' },
    );
  return {
    log,
    deltas,
    frames,
    faults,
    connection,
    append,
    say: (frame: unknown) => connection.receive(JSON.stringify(frame)),
    seqs: (stream: string) => frames.flatMap((frame) => ('seq' in frame && frame.stream === stream ? [frame.seq] : [])),
    hold: () => {
      held = true;
    },
    release: () => {
      held = false;
      for (const resume of waiting) resume();
      waiting = [];
    },
  };
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

test('each stream comes from the seq it was asked for, in order, then live', async () => {
  const { append, say, seqs, frames } = createBench();
  await append('install', 5);
  await append('bench/a', 2);
  say({
    subscribe: [
      { stream: 'install', from: 3 },
      { stream: 'bench/a', from: 0 },
    ],
  });
  await expect.poll(() => frames.filter((frame) => 'live' in frame)).toHaveLength(2);
  await append('install', 2);
  await expect.poll(() => seqs('install')).toEqual([3, 4, 5, 6]);
  expect(seqs('bench/a')).toEqual([0, 1]);
  expect(frames).toContainEqual({ stream: 'install', live: 5 });
});

test('subscribing again moves the stream, unsubscribing ends it', async () => {
  const { append, say, seqs } = createBench();
  await append('install', 3);
  say({ subscribe: [{ stream: 'install', from: 0 }] });
  await expect.poll(() => seqs('install')).toEqual([0, 1, 2]);
  say({ subscribe: [{ stream: 'install', from: 2 }] });
  await expect.poll(() => seqs('install')).toEqual([0, 1, 2, 2]);
  say({ unsubscribe: ['install'] });
  await append('install');
  await settle();
  expect(seqs('install')).toEqual([0, 1, 2, 2]);
});

test.each([
  [{ subscribe: [{ stream: 'secrets', from: 0 }] }, 'UNKNOWN_STREAM', 'secrets'],
  [{ subscribe: [{ stream: 'install', from: 7 }] }, 'AHEAD_OF_LOG', 'install'],
  [{ subscribe: [{ stream: 'install', from: -1 }] }, 'BAD_FRAME', undefined],
  [{ shout: 1 }, 'BAD_FRAME', undefined],
])('%j is refused', async (frame, code, stream) => {
  const { say, frames } = createBench();
  say(frame);
  await expect.poll(() => frames).toMatchObject([{ refused: { code } }]);
  expect(frames[0]).toMatchObject(stream === undefined ? {} : { stream });
});

test.each([
  [3, { live: 3 }],
  [4, { refused: { code: 'AHEAD_OF_LOG', details: { next: 3 } } }],
  [5, { refused: { code: 'AHEAD_OF_LOG', details: { next: 3 } } }],
])('of a log with three events, a tab that asks from %i is told %j', async (from, answer) => {
  const { append, say, frames } = createBench();
  await append('install', 3);
  say({ subscribe: [{ stream: 'install', from }] });
  await expect.poll(() => frames).toMatchObject([{ stream: 'install', ...answer }]);
});

test('what is not JSON is refused, and a ping is answered', () => {
  const { connection, say, frames } = createBench();
  connection.receive('{{{');
  say({ ping: 7 });
  expect(frames).toMatchObject([{ refused: { code: 'BAD_FRAME' } }, { pong: 7 }]);
});

test('a tab that does not read holds its events back and loses none', async () => {
  const { append, say, seqs, hold, release, frames } = createBench();
  say({ subscribe: [{ stream: 'install', from: 0 }] });
  await expect.poll(() => frames).toContainEqual({ stream: 'install', live: 0 });
  hold();
  await append('install', 100);
  await settle();
  expect(seqs('install')).toEqual([]);
  release();
  await expect.poll(() => seqs('install')).toEqual(Array.from({ length: 100 }, (_, seq) => seq));
});

test('a tab that does not read skips deltas, and is told what is under way when it reads again', async () => {
  const { deltas, say, frames, hold, release } = createBench();
  say({ subscribe: [{ stream: 'install', from: 0 }] });
  await expect.poll(() => frames).toHaveLength(1);
  hold();
  for (let offset = 0; offset < 50; offset += 1)
    deltas.publish('install', { kind: 'text', id: 'm', offset, text: 'x' });
  release();
  await expect.poll(() => frames).toHaveLength(2);
  expect(frames[1]).toMatchObject({ delta: { kind: 'text', offset: 0, text: 'x'.repeat(50) } });
});

test('a tab that opens late sees what is under way, and only of streams it follows', async () => {
  const { deltas, say, frames } = createBench();
  deltas.publish('install', { kind: 'progress', id: 'job', done: 1, total: 9 });
  deltas.publish('bench/a', { kind: 'progress', id: 'other', done: 1, total: 9 });
  say({ subscribe: [{ stream: 'install', from: 0 }] });
  await expect.poll(() => frames).toHaveLength(2);
  expect(frames[1]).toMatchObject({ stream: 'install', delta: { id: 'job', done: 1 } });
});

test('after its end a connection says nothing more', async () => {
  const { append, say, deltas, frames, connection } = createBench();
  say({ subscribe: [{ stream: 'install', from: 0 }] });
  await expect.poll(() => frames).toHaveLength(1);
  connection.end();
  await append('install');
  deltas.publish('install', { kind: 'progress', id: 'job', done: 1, total: 9 });
  await settle();
  expect(frames).toHaveLength(1);
});

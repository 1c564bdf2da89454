import type { ClientFrame, Delta, ErrorEnvelope, ServerFrame, WireEvent } from '@atelier/contracts';
import { describe, expect, test } from 'vitest';
import { createEventConnection } from './event-connection.ts';
import type { SocketHandlers } from './socket.ts';

const event = (seq: number): WireEvent => ({
  v: 1,
  seq,
  id: `e${seq}`,
  at: '2026-01-01T00:00:00.000Z',
  kind: 'x',
  key: null,
  data: {},
});

/** Sockets and time that only move when a test says so. */
const createWorld = ({ signedOut = false, isSignedOut = async () => signedOut } = {}) => {
  const opened: { handlers: SocketHandlers; said: ClientFrame[]; closed: boolean }[] = [];
  const timers = new Map<number, { ms: number; run: () => void }>();
  let lastTimer = 0;
  const connection = createEventConnection({
    openSocket: (handlers) => {
      const socket = { handlers, said: [] as ClientFrame[], closed: false };
      opened.push(socket);
      return {
        send: (text) => socket.said.push(JSON.parse(text)),
        close: () => {
          socket.closed = true;
          handlers.closed();
        },
      };
    },
    after: (ms, run) => {
      lastTimer += 1;
      const timer = lastTimer;
      timers.set(timer, { ms, run });
      return () => void timers.delete(timer);
    },
    random: () => 1,
    isSignedOut,
  });
  const socket = () => {
    const latest = opened.at(-1);
    if (latest === undefined) throw new Error('No socket was opened.');
    return latest;
  };
  const hear = (frame: ServerFrame) => socket().handlers.received(JSON.stringify(frame));
  const hearMany = (...frames: readonly object[]) => socket().handlers.received(JSON.stringify(frames));
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    connection,
    opened,
    socket,
    hear,
    hearMany,
    ready: (version = '1') => hear({ ready: { boot: 'b', version } }),
    cut: async () => {
      socket().handlers.closed();
      await settle();
    },
    waits: () => [...timers.values()].map(({ ms }) => ms),
    tick: async () => {
      const due = [...timers.values()];
      timers.clear();
      for (const { run } of due) run();
      await settle();
    },
  };
};

const createFollower = () => {
  const seqs: number[] = [];
  const deltas: Delta[] = [];
  const refusals: ErrorEnvelope[] = [];
  return {
    seqs,
    deltas,
    refusals,
    event: ({ seq }: WireEvent) => void seqs.push(seq),
    delta: (delta: Delta) => void deltas.push(delta),
    refused: (error: ErrorEnvelope) => void refusals.push(error),
  };
};

describe('following a stream', () => {
  test('asks for it once the server is ready, from the seq that came with the view', () => {
    const world = createWorld();
    world.connection.follow('install', 3, createFollower());
    expect(world.socket().said).toEqual([]);
    world.ready();
    expect(world.socket().said).toEqual([{ subscribe: [{ stream: 'install', from: 3 }] }]);
  });

  test('after a cut it goes on from the event after the last one it got', async () => {
    const world = createWorld();
    const follower = createFollower();
    world.connection.follow('install', 3, follower);
    world.ready();
    world.hear({ stream: 'install', seq: 3, event: event(3) });
    world.hear({ stream: 'install', seq: 4, event: event(4) });
    await world.cut();
    await world.tick();
    world.ready();
    expect(world.socket().said).toEqual([{ subscribe: [{ stream: 'install', from: 5 }] }]);
    world.hear({ stream: 'install', seq: 5, event: event(5) });
    expect(follower.seqs).toEqual([3, 4, 5]);
  });

  test('frames that come in one message are taken in order, but for those this page does not understand', () => {
    const world = createWorld();
    const follower = createFollower();
    world.connection.follow('install', 0, follower);
    world.ready();
    const told = (seq: number) => ({ stream: 'install', seq, event: event(seq) });
    world.hearMany(told(0), { stream: 'install', novelty: true }, told(1), told(2));
    expect(follower.seqs).toEqual([0, 1, 2]);
  });

  test('what comes twice is handed over once', () => {
    const world = createWorld();
    const follower = createFollower();
    world.connection.follow('install', 0, follower);
    world.ready();
    for (const seq of [0, 1, 0, 1, 2]) world.hear({ stream: 'install', seq, event: event(seq) });
    expect(follower.seqs).toEqual([0, 1, 2]);
  });

  test.each([1, 2, 50])('a gap of %i is not skipped over: the missing events are asked for again', (gap) => {
    const world = createWorld();
    const follower = createFollower();
    world.connection.follow('install', 7, follower);
    world.ready();
    world.hear({ stream: 'install', seq: 7, event: event(7) });
    world.hear({ stream: 'install', seq: 8 + gap, event: event(8 + gap) });
    expect(follower.seqs).toEqual([7]);
    expect(world.socket().said).toEqual([
      { subscribe: [{ stream: 'install', from: 7 }] },
      { subscribe: [{ stream: 'install', from: 8 }] },
    ]);
  });

  test('two followers of one stream each get their own events exactly once', () => {
    const world = createWorld();
    const [early, late] = [createFollower(), createFollower()];
    world.ready();
    world.connection.follow('install', 5, late);
    world.connection.follow('install', 3, early);
    expect(world.socket().said.at(-1)).toEqual({ subscribe: [{ stream: 'install', from: 3 }] });
    for (const seq of [3, 4, 5, 6]) world.hear({ stream: 'install', seq, event: event(seq) });
    expect([early.seqs, late.seqs]).toEqual([
      [3, 4, 5, 6],
      [5, 6],
    ]);
  });

  test('the stream is given up with its last follower', () => {
    const world = createWorld();
    world.ready();
    const stopFirst = world.connection.follow('install', 0, createFollower());
    const stopSecond = world.connection.follow('install', 0, createFollower());
    stopFirst();
    expect(world.socket().said.at(-1)).not.toHaveProperty('unsubscribe');
    stopSecond();
    expect(world.socket().said.at(-1)).toEqual({ unsubscribe: ['install'] });
  });

  test('deltas and refusals reach the stream they are about, and no other', () => {
    const world = createWorld();
    const [install, bench] = [createFollower(), createFollower()];
    world.connection.follow('install', 0, install);
    world.connection.follow('bench/1', 0, bench);
    world.ready();
    world.hear({ stream: 'install', delta: { kind: 'progress', id: 'j', done: 1, total: 2 } });
    world.hear({ stream: 'bench/1', refused: { code: 'UNHEALTHY', message: 'm', retry: { kind: 'not_retryable' } } });
    expect([install.deltas.length, install.refusals.length]).toEqual([1, 0]);
    expect([bench.deltas.length, bench.refusals.length]).toEqual([0, 1]);
  });

  test('words it does not understand change nothing', () => {
    const world = createWorld();
    const follower = createFollower();
    world.connection.follow('install', 0, follower);
    world.ready();
    for (const text of ['', '{', '{"stream":"install","seq":-1}', '[]']) world.socket().handlers.received(text);
    expect(follower.seqs).toEqual([]);
    expect(world.connection.state.get().kind).toBe('live');
  });
});

describe('losing the server', () => {
  test('waits grow from attempt to attempt and start over after a success', async () => {
    const world = createWorld();
    await world.cut();
    expect(world.waits()).toEqual([300]);
    await world.tick();
    await world.cut();
    expect(world.waits()).toEqual([600]);
    await world.tick();
    world.ready();
    await world.cut();
    expect(world.waits()).toEqual([300]);
  });

  test('says that it waits, and that it is back', async () => {
    const world = createWorld();
    world.ready();
    await world.cut();
    expect(world.connection.state.get()).toEqual({ kind: 'waiting', attempt: 0 });
    await world.tick();
    world.ready('2');
    expect(world.connection.state.get()).toEqual({ kind: 'live', boot: 'b', version: '2' });
  });

  test('someone who is signed out is told so instead of waiting for ever', async () => {
    const world = createWorld({ signedOut: true });
    await world.cut();
    expect(world.connection.state.get()).toEqual({ kind: 'signed_out' });
    expect(world.waits()).toEqual([]);
    world.connection.retryNow();
    expect(world.opened).toHaveLength(2);
  });

  test('a connection that was up is not taken for signed out when it is cut', async () => {
    const world = createWorld({ signedOut: true });
    world.ready();
    await world.cut();
    expect(world.connection.state.get().kind).toBe('waiting');
  });

  test('trying now does not wait, and does nothing while connected', async () => {
    const world = createWorld();
    world.ready();
    world.connection.retryNow();
    expect(world.opened).toHaveLength(1);
    await world.cut();
    world.connection.retryNow();
    expect(world.opened).toHaveLength(2);
    expect(world.waits()).toEqual([]);
  });

  test('trying now while a slow try is under way leaves one connection, whichever of them is heard', async () => {
    const world = createWorld();
    world.connection.follow('install', 3, createFollower());
    await world.cut();
    await world.tick();
    const slow = world.socket();
    world.connection.retryNow();
    expect(world.opened).toHaveLength(3);
    expect(slow.closed).toBe(true);
    slow.handlers.received(JSON.stringify({ ready: { boot: 'b', version: '1' } }));
    expect(world.connection.state.get().kind).toBe('connecting');
    world.ready();
    slow.handlers.closed();
    await world.tick();
    expect(world.connection.state.get().kind).toBe('live');
    world.connection.follow('models', 0, createFollower());
    expect(world.socket().said).toContainEqual({ subscribe: [{ stream: 'models', from: 0 }] });
  });

  test('a late word on being signed out does not undo a connection that was made meanwhile', async () => {
    const answers: ((signedOut: boolean) => void)[] = [];
    const world = createWorld({ isSignedOut: () => new Promise((resolve) => answers.push(resolve)) });
    await world.cut();
    answers.shift()?.(false);
    await world.tick();
    await world.tick();
    await world.cut();
    world.connection.retryNow();
    world.ready();
    answers.shift()?.(true);
    await world.tick();
    expect(world.connection.state.get().kind).toBe('live');
    expect(world.opened).toHaveLength(3);
  });

  test('silence after a ping ends a connection that died without a word', async () => {
    const world = createWorld();
    world.ready();
    await world.tick();
    expect(world.socket().said.at(-1)).toEqual({ ping: 1 });
    await world.tick();
    expect(world.socket().closed).toBe(true);
    expect(world.connection.state.get().kind).toBe('waiting');
  });

  test('an answer to the ping keeps it', async () => {
    const world = createWorld();
    world.ready();
    await world.tick();
    world.hear({ pong: 1 });
    await world.tick();
    expect(world.socket().said.at(-1)).toEqual({ ping: 2 });
    expect(world.connection.state.get().kind).toBe('live');
  });

  test('closed for good, it does not come back', async () => {
    const world = createWorld();
    world.ready();
    world.connection.close();
    await world.tick();
    expect(world.opened).toHaveLength(1);
  });
});

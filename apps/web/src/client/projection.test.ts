import { type ErrorEnvelope, err, ok, type Result, type WireEvent } from '@atelier/contracts';
import { expect, test } from 'vitest';
import type { ConnectionState, EventConnection, Follower } from './event-connection.ts';
import { createCell } from './observable.ts';
import { createProjection } from './projection.ts';

type Loaded = Result<{ view: readonly string[]; seq: number }, ErrorEnvelope>;

const event = (seq: number, kind: string): WireEvent => ({
  v: 1,
  seq,
  id: `e${seq}`,
  at: '2026-01-01T00:00:00.000Z',
  kind,
  key: null,
  data: {},
});
const refusal = (code: string): ErrorEnvelope => ({ code, message: code, retry: { kind: 'not_retryable' } });
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

const createWorld = (...replies: Loaded[]) => {
  const state = createCell<ConnectionState>({ kind: 'connecting' });
  const followed: { from: number; follower: Follower; stopped: boolean }[] = [];
  let loads = 0;
  const connection: EventConnection = {
    state,
    follow: (_stream, from, follower) => {
      const following = { from, follower, stopped: false };
      followed.push(following);
      return () => {
        following.stopped = true;
      };
    },
    here: () => {},
    retryNow: () => {},
    close: () => {},
  };
  const projection = createProjection<readonly string[]>({
    stream: 'install',
    connection,
    load: async () => {
      const reply = replies[loads];
      loads += 1;
      if (reply === undefined) throw new Error('Loaded once too often.');
      return reply;
    },
    fold: (view, { kind }) => [...view, kind],
  });
  return { projection, state, followed, loads: () => loads, follower: () => followed.at(-1)?.follower };
};

test('nothing is loaded before someone watches, and once is enough for all', async () => {
  const world = createWorld(ok({ view: [], seq: 0 }));
  expect(world.loads()).toBe(0);
  world.projection.subscribe(() => {});
  world.projection.subscribe(() => {});
  await settle();
  expect(world.loads()).toBe(1);
});

test('the view is what was loaded, then folded forward by what follows', async () => {
  const world = createWorld(ok({ view: ['loaded'], seq: 7 }));
  world.projection.subscribe(() => {});
  expect(world.projection.get()).toEqual({ phase: 'loading' });
  await settle();
  expect(world.followed.map(({ from }) => from)).toEqual([7]);
  world.follower()?.event(event(7, 'next'));
  expect(world.projection.get()).toEqual({ phase: 'ready', view: ['loaded', 'next'], seq: 8, live: {} });
});

test('deltas are kept beside the view and forgotten after a reconnect', async () => {
  const world = createWorld(ok({ view: [], seq: 0 }));
  world.projection.subscribe(() => {});
  await settle();
  world.follower()?.delta?.({ kind: 'progress', id: 'job', done: 1, total: 4 });
  expect(world.projection.get()).toMatchObject({ live: { job: { done: 1 } } });
  world.follower()?.live?.();
  expect(world.projection.get()).toEqual({ phase: 'ready', view: [], seq: 0, live: {} });
});

test('a refused view is shown as refused, and can be tried again', async () => {
  const world = createWorld(err(refusal('STORE_UNHEALTHY')), ok({ view: ['repaired'], seq: 1 }));
  world.projection.subscribe(() => {});
  await settle();
  expect(world.projection.get()).toMatchObject({ phase: 'refused', error: { code: 'STORE_UNHEALTHY' } });
  world.projection.reload();
  await settle();
  expect(world.projection.get()).toMatchObject({ phase: 'ready', view: ['repaired'] });
});

test('without a server it stays loading and loads as soon as the connection is live', async () => {
  const world = createWorld(err(refusal('UNREACHABLE')), ok({ view: ['back'], seq: 0 }));
  world.projection.subscribe(() => {});
  await settle();
  expect(world.projection.get()).toEqual({ phase: 'loading' });
  world.state.set({ kind: 'waiting', attempt: 0 });
  expect(world.loads()).toBe(1);
  world.state.set({ kind: 'live', boot: 'b', version: '1' });
  await settle();
  expect(world.projection.get()).toMatchObject({ phase: 'ready', view: ['back'] });
});

test('a log shorter than what was seen means another log: everything is loaded anew', async () => {
  const world = createWorld(ok({ view: ['old'], seq: 9 }), ok({ view: ['new'], seq: 1 }));
  world.projection.subscribe(() => {});
  await settle();
  world.follower()?.refused(refusal('AHEAD_OF_LOG'));
  await settle();
  expect(world.projection.get()).toMatchObject({ phase: 'ready', view: ['new'], seq: 1 });
  expect(world.followed.map(({ stopped }) => stopped)).toEqual([true, false]);
});

test('a stream that cannot be followed is shown as refused', async () => {
  const world = createWorld(ok({ view: [], seq: 0 }));
  world.projection.subscribe(() => {});
  await settle();
  world.follower()?.refused(refusal('UNHEALTHY'));
  expect(world.projection.get()).toMatchObject({ phase: 'refused', error: { code: 'UNHEALTHY' } });
});

test('another run of the server is asked for the view anew; the same run after a cut is not', async () => {
  const world = createWorld(ok({ view: ['was'], seq: 3 }), ok({ view: ['is'], seq: 5 }));
  const live = (boot: string) => world.state.set({ kind: 'live', boot, version: '1' });
  world.projection.subscribe(() => {});
  live('first');
  await settle();
  world.state.set({ kind: 'connecting' });
  live('first');
  await settle();
  expect(world.loads()).toBe(1);
  world.state.set({ kind: 'connecting' });
  live('second');
  await settle();
  expect(world.projection.get()).toMatchObject({ view: ['is'], seq: 5 });
  expect(world.followed.map(({ from, stopped }) => [from, stopped])).toEqual([
    [3, true],
    [5, false],
  ]);
});

test('a question that failed while the connection came back is asked again, once', async () => {
  const away = err(refusal('UNREACHABLE'));
  const world = createWorld(away, ok({ view: ['there'], seq: 1 }));
  world.projection.subscribe(() => {});
  world.state.set({ kind: 'live', boot: 'b', version: '1' });
  await settle();
  expect(world.projection.get()).toMatchObject({ phase: 'ready', view: ['there'] });

  const broken = createWorld(away, away);
  broken.projection.subscribe(() => {});
  broken.state.set({ kind: 'live', boot: 'b', version: '1' });
  await settle();
  expect(broken.projection.get()).toMatchObject({ phase: 'refused', error: { code: 'UNREACHABLE' } });
});

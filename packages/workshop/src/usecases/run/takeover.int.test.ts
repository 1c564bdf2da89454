import type { DriveOrder, Drivers } from '@atelier/kernel/ports';
import type { ChatModel } from '@atelier/models';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { WorkbenchId } from '../../core/ids.ts';
import { createMemoryGraph } from '../../testing/memory-graph.ts';
import { createPhasedModel, type PhaseScript, writes } from '../../testing/phased-model.ts';
import { openRunWorld, type RunWorld } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';

const patience = { timeout: 30_000 };
const scripted = 'builtin:scripted';
const workers = sharedWorkers();
const never = new AbortController().signal;
const plan = [1, 2, 3].map((at) => `- [ ] ${at}. Write ${at}`).join('\n');
const items = (by: string): NonNullable<PhaseScript['items']> =>
  Object.fromEntries([1, 2, 3].map((at) => [at, writes(`${at}.txt`, `${by}${at}`)]));

/** Stops answering at item 2, and goes on when it is let: like a process that is frozen, it hears no abort meanwhile. */
const frozenAtTwo = () => {
  const model = createPhasedModel({ plan, items: items('a') });
  const { promise: isReached, resolve: reached } = Promise.withResolvers<void>();
  const { promise: goOn, resolve: thaw } = Promise.withResolvers<void>();
  let wasFrozen = false;
  const frozen: ChatModel = {
    entry: model.entry,
    stream: async function* (request, signal) {
      if (!wasFrozen && request.task?.item?.number === 2) {
        wasFrozen = true;
        reached();
        await goOn;
      }
      yield* model.stream(request, signal);
    },
  };
  return { frozen, isReached, thaw };
};

/** Two servers on the same data, and what either of them asked drivers for. */
const twoServers = async ({ isDeaf = false } = {}) => {
  const orders: DriveOrder[] = [];
  const skipped: string[] = [];
  const drivers: Pick<Drivers, 'isShared' | 'want'> = { isShared: true, want: async (order) => orders.push(order) > 0 };
  const graph = createMemoryGraph();
  const first = frozenAtTwo();
  const one = await openRunWorld({
    workers: workers(),
    graph,
    models: { [scripted]: first.frozen },
    deps: ({ log }) => ({
      drivers,
      serverId: 'one',
      ...(isDeaf && { log: { ...log, follow: () => (async function* () {})() } }),
    }),
  });
  const two = await openRunWorld({
    folder: one.data,
    workers: workers(),
    graph,
    models: { [scripted]: createPhasedModel({ plan, items: items('b') }) },
    deps: () => ({
      drivers,
      serverId: 'two',
      underWay: one.underWay,
      skipWaitElsewhere: (stream) => void skipped.push(stream),
    }),
  });
  onTestFinished(async () => {
    await two.close();
    await one.close();
  });
  const id = await one.create({ 'a.txt': 'one\n' }, scripted);
  expect(await one.ask(id, 'Write three files')).toMatchObject({ ok: true });
  const [order] = orders;
  if (!order) throw new Error('nobody was asked to drive');
  return { one, two, id, order, orders, skipped, first };
};

const kinds = async (world: RunWorld, id: WorkbenchId, kind: RegExp) =>
  (await world.events(id)).filter((event) => kind.test(event.kind));

describe('a run whose driver is gone', () => {
  test.each([
    ['hears of it', false],
    ['hears nothing', true],
  ])('is taken over; the first driver, which %s, wakes up and records nothing', patience, async (_how, isDeaf) => {
    const { one, two, id, order, first } = await twoServers({ isDeaf });
    const frozen = one.runs.drive(order, never);
    await first.isReached;

    expect(await two.runs.drive(order, never)).toBe('done');
    const whole = await two.events(id);
    first.thaw();
    expect(await frozen).toBe('done');

    expect(await two.events(id)).toEqual(whole);
    expect(whole.filter(({ kind }) => kind === 'run.driven').map(({ data }) => [data.term, data.server])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    for (const kind of ['run.started', 'run.completed'])
      expect(await kinds(two, id, RegExp(`^${kind}$`))).toHaveLength(1);
    expect(await kinds(two, id, /^run\.(resumed|paused|failed|canceled)$/)).toEqual([]);
    expect((await kinds(two, id, /^run\.item_done$/)).map(({ data }) => data.item)).toEqual([1, 2, 3]);
    // What was done before stays; what was only begun is done by whoever took over.
    for (const [path, text] of [
      ['1.txt', 'a1'],
      ['2.txt', 'b2'],
      ['3.txt', 'b3'],
    ] as const)
      expect(await two.text(id, path)).toBe(text);
    expect([...one.faults, ...two.faults]).toEqual([]);
    expect(await one.underWay.all()).toEqual([]);
  });

  test('a server that is told to stop hands over: nothing is paused, and the next goes on', patience, async () => {
    const { one, two, id, order, first } = await twoServers();
    const driven = one.runs.drive(order, never);
    await first.isReached;
    const stopped = one.runs.stop();
    first.thaw();
    await stopped;
    expect(await driven).toBe('again');
    expect((await two.at(id)).run?.state).toBe('running');
    expect(await two.runs.drive(order, never)).toBe('done');
    expect((await two.at(id)).run?.state).toBe('completed');
    expect(await kinds(two, id, /^run\.(paused|failed|resumed)$/)).toEqual([]);
  });

  test('an order that comes again for a run that is over does nothing', patience, async () => {
    const { one, two, id, order, first } = await twoServers();
    first.thaw();
    expect(await one.runs.drive(order, never)).toBe('done');
    const whole = await one.events(id);
    expect(await two.runs.drive(order, never)).toBe('done');
    expect(await two.events(id)).toEqual(whole);
  });
});

test(
  'a person cancels on another server: the driver stops, and what was asked before is not done again',
  patience,
  async () => {
    const { one, two, id, order, orders, skipped, first } = await twoServers();
    const driven = one.runs.drive(order, never);
    await first.isReached;
    // It may wait for its provider there: then it tries at once.
    expect(await two.runs.resume(id)).toMatchObject({ ok: true });
    expect(skipped).toEqual([order.stream]);
    expect(await two.runs.cancel(id, 'local')).toMatchObject({ ok: true });
    first.thaw();
    expect(await driven).toBe('done');
    const ended = await kinds(two, id, /^run\.(canceled|failed|completed|paused)$/);
    expect(ended.map(({ kind }) => kind)).toEqual(['run.canceled']);

    // Asked to go on, then canceled again before anybody did: the order is for a run that stood otherwise.
    expect(await two.runs.resume(id)).toMatchObject({ ok: true });
    const resumed = orders.at(-1) as DriveOrder;
    expect(await two.runs.drive(resumed, never)).toBe('done');
    expect((await two.at(id)).run?.state).toBe('completed');
    const whole = await two.events(id);
    expect(await one.runs.drive(resumed, never)).toBe('done');
    expect(await one.events(id)).toEqual(whole);
  },
);

test('whose model no server has a key for is said to be missing, after others could try', patience, async () => {
  const { two, id, order, first } = await twoServers();
  first.thaw();
  const poor = await openRunWorld({
    folder: two.data,
    workers: workers(),
    models: {},
    deps: () => ({ drivers: { isShared: true, want: async () => true }, serverId: 'poor' }),
  });
  onTestFinished(() => poor.close());
  const ends: string[] = [];
  for (let tries = 0; tries < 6; tries += 1) ends.push(await poor.runs.drive(order, never));
  expect(ends).toEqual([...Array(5).fill('again'), 'done']);
  expect((await kinds(two, id, /^run\.failed$/)).map(({ data }) => data.because)).toMatchObject([
    { code: 'PROVIDER_NOT_CONFIGURED' },
  ]);
});

import { expect, test } from 'vitest';
import { createMemoryGraph } from '../../testing/memory-graph.ts';
import { createPhasedModel, type PhaseScript, writes } from '../../testing/phased-model.ts';
import { openRunWorld } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';

const scripted = 'builtin:scripted';
const workers = sharedWorkers();
const never = new AbortController().signal;
const plan = [1, 2].map((at) => `- [ ] ${at}. Write ${at}`).join('\n');
const items: NonNullable<PhaseScript['items']> = { 1: writes('1.txt', 'one'), 2: writes('2.txt', 'two') };
const drivers = { isShared: true, want: async () => true };

type Fate = 'killed before' | 'killed after' | 'frozen' | 'told to stop';

/** A run whose first driver meets its fate at its nth append. Answers whether it came that far. */
const takenOverAt = async (nth: number, fate: Fate): Promise<boolean> => {
  const graph = createMemoryGraph();
  let appends = 0;
  const { promise: isGone, resolve: gone } = Promise.withResolvers<boolean>();
  const { promise: isAwake, resolve: wake } = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const dies = async <T>(append: () => Promise<T>): Promise<T> => {
    appends += 1;
    if (appends < nth) return append();
    if (fate === 'told to stop') {
      stopping.abort();
      gone(true);
      return append();
    }
    if (appends === nth && fate === 'killed after') await append();
    gone(true);
    if (fate !== 'frozen') return new Promise<never>(() => undefined);
    await isAwake;
    return append();
  };
  const one = await openRunWorld({
    workers: workers(),
    graph,
    models: { [scripted]: createPhasedModel({ plan, items }) },
    deps: ({ decide, savesOf }) => ({
      drivers,
      serverId: 'one',
      decide: (stream, decision) => (isDriven ? dies(() => decide(stream, decision)) : decide(stream, decision)),
      savesOf: (id) => {
        const saves = savesOf(id);
        return {
          ...saves,
          save: (...args) => dies(() => saves.save(...args)),
          drop: () => dies(() => saves.drop()),
          fence: (term) => dies(() => saves.fence(term)),
        };
      },
    }),
  });
  let isDriven = false;
  const two = await openRunWorld({
    folder: one.data,
    workers: workers(),
    graph,
    models: { [scripted]: createPhasedModel({ plan, items }) },
    deps: () => ({ drivers, serverId: 'two', underWay: one.underWay }),
  });
  try {
    const id = await one.create({ 'a.txt': 'one\n' }, scripted);
    await one.ask(id, 'Write two files');
    const since = { state: 'running', term: 0 };
    const order = { stream: `bench/${id}`, asked: { workbenchId: id, how: 'started', since, wish: {} } };
    isDriven = true;
    const ended = one.runs.drive(order, stopping.signal).then(() => false);
    const wasGone = await Promise.race([isGone, ended]);
    if (fate === 'told to stop') await ended;
    expect(await two.runs.drive(order, never)).toBe('done');
    const before = await two.events(id);
    wake();
    // Whoever wakes up late finds that its term is over, and says nothing.
    if (fate === 'frozen') await ended;
    const events = await two.events(id);
    expect(events.slice(before.length), `append ${nth}`).toEqual([]);
    const of = (kind: string) => events.filter((event) => event.kind === kind);
    expect(of('run.completed'), `append ${nth}`).toHaveLength(1);
    expect(of('run.started')).toHaveLength(1);
    expect(of('run.item_done').map(({ data }) => data.item)).toEqual([1, 2]);
    expect(events.filter(({ kind }) => /^run\.(paused|failed|canceled)$/.test(kind))).toEqual([]);
    expect([await two.text(id, '1.txt'), await two.text(id, '2.txt')]).toEqual(['one', 'two']);
    expect((await two.at(id)).messages.size).toBeLessThanOrEqual(3);
    expect(two.faults).toEqual([]);
    return wasGone;
  } finally {
    await two.close();
    await one.close();
  }
};

test.each(['killed before', 'killed after', 'frozen', 'told to stop'] as const)(
  'a driver is %s at every append of a run: one outcome each',
  async (fate) => {
    let nth = 1;
    while (await takenOverAt(nth, fate)) nth += 1;
    expect(nth).toBeGreaterThan(40);
  },
  900_000,
);

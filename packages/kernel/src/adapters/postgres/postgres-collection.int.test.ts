import { describe, expect, test } from 'vitest';
import type { BlobId } from '../../ports/blobs.ts';
import { noise } from '../../testing/blobs-noise.ts';
import { said, unwrap } from '../../testing/log-promises.ts';
import { tell } from '../../testing/postgres-server.ts';
import { createSeeded } from '../../testing/seeded.ts';
import { useBucket } from '../../testing/use-bucket.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { BETWEEN_MARKS_MS, collect } from '../../usecases/collect.ts';
import { createLiveSet } from '../../usecases/collect-live.ts';
import { createCommitGate, pinsOfLog } from '../../usecases/collect-pins.ts';
import { createContentStore } from '../blobs/content-store.ts';
import { blobIdOf } from '../node/sha256.ts';
import type { Database } from './database.ts';
import { createPostgresObjects } from './postgres-objects.ts';

const server = usePostgres();
const bucket = useBucket();

const nothing: ReadonlySet<BlobId> = new Set();

/** Does something else just before the first statement with these words is sent. */
const justBefore = ({ pool }: Database, words: string, act: () => Promise<unknown>): { done: boolean } => {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
  const seen = { done: false };
  Object.assign(pool, {
    query: async (...given: unknown[]) => {
      if (!seen.done && JSON.stringify(given[0]).includes(words)) {
        seen.done = true;
        await act();
      }
      return query(...given);
    },
  });
  return seen;
};

describe.each(['rows', 'packs in a bucket'])('%s', (place) => {
  /** One more process on the database. */
  const open = async (url: string) => {
    const { database, log } = await server.openLog(url, { connections: 5 });
    const objects = createPostgresObjects(database, place === 'rows' ? undefined : bucket.open());
    return { database, log, objects, content: createContentStore(objects) };
  };

  test.each([
    ['small', 900],
    ['in chunks', 400_000],
  ])('content (%s) that a batch relies on is taken back from a mark made while the batch was open', async (_, size) => {
    const url = await server.newDatabase();
    const [one, other] = [await open(url), await open(url)];
    const id = await one.content.blobs.put(noise(size, 1));
    await one.objects.write(async (batch) => {
      expect(await batch.held([id])).toEqual(new Set([id]));
      await other.objects.mark(nothing, () => 1);
    });
    expect(await other.objects.markedAt()).toBe(1);
    await other.objects.sweep(nothing);
    expect(await one.content.blobs.check(id)).toBe('sound');
  });

  test('a batch that relies on what a sweep took meanwhile is refused, not done', async () => {
    const url = await server.newDatabase();
    const [one, other] = [await open(url), await open(url)];
    const id = await one.content.blobs.put(noise(900, 1));
    const sweptNow = async () => {
      expect(await other.objects.markedAt()).toBe(1);
      expect(await other.objects.sweep(nothing)).toMatchObject({ objects: 1 });
    };
    // After it was seen to be there and condemned, and before it could be taken back.
    justBefore(one.database, 'set condemned = false', sweptNow);
    const relying = one.objects.write(async (batch) => {
      await batch.held([id]);
      await other.objects.mark(nothing, () => 1);
    });
    await expect(relying).rejects.toThrow(/Retry/);
  });

  test('what is put again while a sweep is about to delete it stays', async () => {
    const url = await server.newDatabase();
    const [one, other] = [await open(url), await open(url)];
    const [again, dead] = [await one.content.blobs.put(noise(900, 1)), await one.content.blobs.put(noise(900, 2))];
    await one.objects.mark(nothing, () => 1);
    await one.objects.markedAt();
    const met = justBefore(one.database, 'delete from atelier.objects', () => other.content.blobs.put(noise(900, 1)));
    expect(await one.objects.sweep(nothing)).toMatchObject({ objects: 1 });
    expect(met.done).toBe(true);
    expect(await other.content.blobs.check(again)).toBe('sound');
    expect(await other.content.blobs.check(dead)).toBe('missing');
  });

  test('of two that collect, one waits until the other is done or its connection is gone', async () => {
    const url = await server.newDatabase();
    const [one, other] = [await open(url), await open(url)];
    const tryOther = async () => other.objects.alone?.(async () => 'done');
    const seen = await one.objects.alone?.(tryOther);
    expect(seen).toBeUndefined();
    expect(await tryOther()).toBe('done');
    const lost = one.objects.alone?.(async () => {
      await tell(url, `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`);
      return tryOther();
    });
    await lost?.then(
      () => expect.unreachable('the lock was lost'),
      () => undefined,
    );
    // A connection that was ended lets its lock go a moment later.
    await expect.poll(tryOther).toBe('done');
  });

  test('who lost that lock without knowing deletes nothing by a mark that another made since', async () => {
    const url = await server.newDatabase();
    const [one, other] = [await open(url), await open(url)];
    const dead = await one.content.blobs.put(noise(900, 1));
    await one.objects.mark(nothing, () => 1);
    await one.objects.markedAt();
    // One believes that it still collects alone; meanwhile something is put, and another marks.
    const fresh = await other.content.blobs.put(noise(900, 2));
    await other.objects.mark(nothing, () => 2);
    expect(await one.objects.sweep(nothing)).toMatchObject({ objects: 0, more: false });
    expect(await other.content.blobs.check(fresh)).toBe('sound');
    expect(await other.objects.markedAt()).toBe(2);
    await other.objects.sweep(nothing);
    expect(await other.content.blobs.check(dead)).toBe('missing');
  });

  test('who lost it while marking condemns nothing once the mark of another stands', async () => {
    const url = await server.newDatabase();
    const [one, other] = [await open(url), await open(url)];
    await one.content.blobs.put(noise(900, 1));
    let fresh: BlobId | undefined;
    justBefore(one.database, 'set condemned = true', async () => {
      await other.objects.mark(nothing, () => 5);
      fresh = await other.content.blobs.put(noise(900, 1));
    });
    await one.objects.mark(nothing, () => 6);
    await other.objects.markedAt();
    await other.objects.sweep(nothing);
    expect(fresh && (await other.content.blobs.check(fresh))).toBe('sound');
  });

  test('what is live is asked for many at a time', async () => {
    const url = await server.newDatabase();
    const { database, objects, content } = await open(url);
    const stored = Array.from({ length: 2_500 }, (_, n) => {
      const bytes = Buffer.from(`content number ${n}`);
      return { id: blobIdOf(bytes), role: 'bytes', size: bytes.length, bytes } as const;
    });
    await objects.write((batch) => batch.add(stored));
    const large = await content.blobs.put(noise(2_000_000, 1));
    let trips = 0;
    const query = database.pool.query.bind(database.pool) as (...given: unknown[]) => Promise<unknown>;
    Object.assign(database.pool, {
      query: (...given: unknown[]) => {
        trips += 1;
        return query(...given);
      },
    });
    const live = createLiveSet({ objects, carried: async () => nothing, idOf: blobIdOf });
    expect(await live.reach([{ stream: 'bench/a', ids: [...stored.map(({ id }) => id), large] }])).toEqual({
      ok: true,
      value: undefined,
    });
    expect(live.ids.size).toBeGreaterThan(2_520);
    expect(trips).toBeLessThan(10);
  });

  test('two processes put, commit, let go and collect, sweeps delete all the while, and nothing live ever goes', {
    timeout: 120_000,
  }, async () => {
    const url = await server.newDatabase();
    const random = createSeeded(11);
    const clock = { at: 1, now: () => clock.at };
    const swept = { objects: 0, rounds: 0 };
    const startProcess = async (name: string) => {
      const { log, objects, content } = await open(url);
      const gate = createCommitGate();
      const pins = pinsOfLog({ log, streams: log.audit.streams });
      const step = collect({ objects, pins, gate, clock, idOf: blobIdOf });
      let waiting: readonly BlobId[] = [];
      const pinned: BlobId[] = [];
      const work = async (): Promise<void> => {
        // Named by a commit of the next round: half an hour later by the clock, within the hour that a put has.
        const due = waiting;
        const bytes = Array.from({ length: 4 }, () => noise(random.chance(0.3) ? 300_000 : 5_000, random.below(40)));
        waiting = await Promise.all(bytes.map((each) => content.blobs.put(each)));
        const fresh = due.filter((id) => !pinned.includes(id));
        pinned.push(...fresh);
        const gone = pinned.splice(0, Math.max(0, pinned.length - 5));
        const pinning = { pins: fresh.filter((id) => !gone.includes(id)), unpins: gone };
        unwrap(
          await gate.commit(() => log.append(`bench/${name}`, [said('a')], { expected: 'any', ...pinning }), {
            stream: `bench/${name}`,
            ids: pinning.pins,
          }),
        );
      };
      const clean = async (): Promise<void> => {
        const done = unwrap(await step());
        if (done.kind !== 'swept' || done.swept.objects === 0) return;
        swept.objects += done.swept.objects;
        swept.rounds += 1;
      };
      return { content, work, clean, pinned };
    };
    const processes = [await startProcess('one'), await startProcess('two')];
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(processes.flatMap(({ work, clean }) => [work(), clean()]));
      clock.at += BETWEEN_MARKS_MS / 2 + 1;
      for (const { content, pinned } of processes)
        for (const id of pinned) expect(await content.blobs.check(id), `round ${round}`).toBe('sound');
    }
    expect(swept.rounds).toBeGreaterThan(10);
    expect(swept.objects).toBeGreaterThan(100);
  });
});

import { describe, expect, test } from 'vitest';
import { createContentStore } from '../adapters/blobs/content-store.ts';
import { blobIdOf } from '../adapters/node/sha256.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { CollectableObjects } from '../ports/collection.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Heads } from '../ports/heads.ts';
import type { LogAudit } from '../ports/log-audit.ts';
import type { RemoveStream } from '../ports/stream-removal.ts';
import { BETWEEN_MARKS_MS, collect } from '../usecases/collect.ts';
import { createCommitGate, pinsOfLog } from '../usecases/collect-pins.ts';
import { noise } from './blobs-noise.ts';

type Opened = {
  readonly log: EventLog & {
    readonly remove: RemoveStream;
    readonly audit: LogAudit;
    readonly heads: Heads;
  };
  readonly objects: CollectableObjects;
};

/** What removing a stream means, wherever streams and content are kept. `open` opens the same place once more. */
export const removalKeepsItsPromises = (name: string, create: () => Promise<{ open: () => Promise<Opened> }>) => {
  const said = (text: string) => [{ kind: 'said', key: null, data: { text } }];

  describe(`removal of a stream: ${name}`, () => {
    test('it is gone with its signed end, for every process, and nothing else is', async () => {
      const { open } = await create();
      const [one, other] = [await open(), await open()];
      for (const stream of ['bench/a', 'bench/b'])
        for (const text of ['1', '2']) await one.log.append(stream, said(text), { expected: 'any' });
      await other.log.append('bench/a', said('3'), { expected: 'any' });
      const signed = { stream: 'bench/a', commits: 2, head: 'f'.repeat(64) };
      await one.log.heads.signAnew(signed);
      expect(await one.log.remove('bench/a', 3)).toEqual({ ok: true, value: undefined });
      for (const { log } of [one, other, await open()]) {
        expect(await log.list('bench')).toEqual(['bench/b']);
        expect(await log.audit.streams()).not.toContain('bench/a');
        expect(await log.read('bench/a')).toMatchObject({ ok: true, value: { events: [], next: 0 } });
        expect(await log.health('bench/b')).toEqual({ kind: 'healthy', next: 2 });
        expect(await log.heads.of('bench/a')).toBeUndefined();
      }
      expect(await one.log.remove('bench/a', 3), 'again').toEqual({ ok: true, value: undefined });
    });

    test('one that moved on stays', async () => {
      const { log } = await (await create()).open();
      await log.append('bench/a', said('1'), { expected: 0 });
      await log.append('bench/a', said('2'), { expected: 1 });
      expect(await log.remove('bench/a', 1)).toEqual({ ok: false, error: { code: 'STALE', next: 2 } });
      expect(await log.health('bench/a')).toEqual({ kind: 'healthy', next: 2 });
    });

    test('its name begins anew, also for a process that remembers where the old one ended', async () => {
      const { open } = await create();
      const [one, other] = [await open(), await open()];
      await other.log.append('bench/a', said('old'), { expected: 0 });
      await other.log.append('bench/a', said('older'), { expected: 1 });
      await one.log.append('bench/a', said('oldest'), { expected: 2 });
      await one.log.remove('bench/a', 3);
      expect(await other.log.append('bench/a', said('new'), { expected: 'any' })).toMatchObject({
        ok: true,
        value: { first: 0 },
      });
      expect(await one.log.append('bench/a', said('newer'), { expected: 1 })).toMatchObject({ ok: true });
      const { log } = await open();
      expect(await log.health('bench/a')).toEqual({ kind: 'healthy', next: 2 });
      expect(await log.read('bench/a')).toMatchObject({ ok: true, value: { events: [{ seq: 0 }, { seq: 1 }] } });
    });

    test('what it alone pinned is freed by the next collection; what another pins, too, stays', async () => {
      const { log, objects } = await (await create()).open();
      const content = createContentStore(objects);
      const [own, shared] = [await content.blobs.put(noise(90_000, 1)), await content.blobs.put(noise(90_000, 2))];
      const pin = (stream: string, pins: readonly BlobId[]) =>
        log.append(stream, said(stream), { expected: 'any', pins });
      await pin('bench/a', [own, shared]);
      await pin('bench/b', [shared]);
      const clock = { at: 1_000_000, now: () => clock.at };
      const pins = pinsOfLog({ log, streams: log.audit.streams });
      const step = collect({ objects, pins, gate: createCommitGate(), clock, idOf: blobIdOf });
      await step();
      clock.at += BETWEEN_MARKS_MS;
      await step();
      expect(await content.blobs.check(own)).toBe('sound');
      await log.remove('bench/a', 1);
      for (let round = 0; round < 2; round += 1) {
        clock.at += BETWEEN_MARKS_MS;
        expect(await step()).toMatchObject({ ok: true });
      }
      expect(await content.blobs.check(own)).toBe('missing');
      expect(await content.blobs.check(shared)).toBe('sound');
    });
  });
};

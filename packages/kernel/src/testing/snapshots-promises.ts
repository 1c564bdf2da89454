import { describe, expect, test } from 'vitest';
import type { Json } from '../core/json.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Snapshots } from '../ports/snapshots.ts';
import { said, unwrap } from './log-promises.ts';

type Opened = { readonly log: EventLog; readonly snapshots: Snapshots };

export type SnapshotsUnderTest = Opened & {
  /** The same store, as another process has it. */
  readonly reopen: () => Promise<Opened>;
  /** A store of its own that is given, byte for byte, the snapshots of this one. */
  readonly elsewhere: () => Promise<Opened & { readonly take: () => Promise<void> }>;
  readonly dispose: () => Promise<void>;
};

const STREAM = 'session/s';
const view = { name: 'texts', version: 1 };

/** What every store of snapshots promises: to spare work, and never to decide anything. */
export const snapshotsKeepTheirPromises = (name: string, create: () => Promise<SnapshotsUnderTest>): void => {
  const within = async (act: (under: SnapshotsUnderTest) => Promise<void>): Promise<void> => {
    const under = await create();
    try {
      await act(under);
    } finally {
      await under.dispose();
    }
  };
  const append = async ({ log }: Opened, ...texts: string[]) =>
    unwrap(
      await log.append(
        STREAM,
        texts.map((text) => said(text)),
        { expected: 'any' },
      ),
    );

  describe(`snapshots (${name})`, () => {
    test('what is saved comes back, to this process and to another', () =>
      within(async (under) => {
        await append(under, 'a', 'b');
        const odd: Json = { text: 'שלום \u0000 \ud83d\ude00 "', list: [1, null, { deep: true }] };
        await under.snapshots.save(STREAM, view, { seq: 2, state: odd });
        await append(under, 'c');
        for (const { snapshots } of [under, await under.reopen()])
          expect(await snapshots.load(STREAM, view)).toEqual({ seq: 2, state: odd });
      }));

    test('a later one takes the place of an earlier one, a new version that of the old', () =>
      within(async (under) => {
        await append(under, 'a');
        await under.snapshots.save(STREAM, view, { seq: 1, state: 'a' });
        await append(under, 'b');
        await under.snapshots.save(STREAM, view, { seq: 2, state: 'ab' });
        expect(await under.snapshots.load(STREAM, view)).toEqual({ seq: 2, state: 'ab' });
        await under.snapshots.save(STREAM, { ...view, version: 2 }, { seq: 1, state: 'A' });
        expect(await under.snapshots.load(STREAM, { ...view, version: 2 })).toEqual({ seq: 1, state: 'A' });
        expect(await under.snapshots.load(STREAM, view)).toBeUndefined();
      }));

    test('there is none of a stream, a view or a version that nobody saved', () =>
      within(async (under) => {
        await append(under, 'a');
        await under.snapshots.save(STREAM, view, { seq: 1, state: 'a' });
        expect(await under.snapshots.load('session/other', view)).toBeUndefined();
        expect(await under.snapshots.load(STREAM, { name: 'words', version: 1 })).toBeUndefined();
        expect(await under.snapshots.load(STREAM, { ...view, version: 7 })).toBeUndefined();
      }));

    test('a process that does not write the stream saves nothing', () =>
      within(async (under) => {
        await append(under, 'a');
        const reader = await under.reopen();
        await reader.log.read(STREAM);
        await reader.snapshots.save(STREAM, view, { seq: 1, state: 'not mine' });
        expect(await under.snapshots.load(STREAM, view)).toBeUndefined();
      }));

    test('a place where no commit ends has no snapshot', () =>
      within(async (under) => {
        await append(under, 'a', 'b', 'c');
        for (const seq of [1, 2, 9]) await under.snapshots.save(STREAM, view, { seq, state: 'half' });
        expect(await under.snapshots.load(STREAM, view)).toBeUndefined();
      }));

    test('one that belongs to another history is not believed', () =>
      within(async (under) => {
        await append(under, 'a', 'b');
        await under.snapshots.save(STREAM, view, { seq: 2, state: 'ab' });
        const other = await under.elsewhere();
        await append(other, 'x', 'y');
        await other.take();
        expect(await other.snapshots.load(STREAM, view)).toBeUndefined();
      }));
  });
};

import { expect, test } from 'vitest';
import { createMemoryLog } from '../adapters/memory/memory-log.ts';
import type { Json } from '../core/json.ts';
import type { Snapshots } from '../ports/snapshots.ts';
import { said, unwrap } from '../testing/log-promises.ts';
import { createKeptFolds, type KeptFoldsOptions } from './kept-folds.ts';

type Texts = { all: string[] };

const open = (over: Partial<KeptFoldsOptions<Texts>> = {}) => {
  const log = createMemoryLog();
  const reads: (number | undefined)[] = [];
  const folds = createKeptFolds<Texts>({
    log: {
      read: (stream, range) => {
        reads.push(range?.from);
        return log.read(stream, range);
      },
    },
    begin: () => ({ all: [] }),
    fold: (state, event) => void state.all.push(String(event.data['text'])),
    ...over,
  });
  return { log, folds, reads };
};

test('a fold is kept in place and reads only what is new', async () => {
  const { log, folds, reads } = open();
  await log.append('session/s', [said('a'), said('b')], { expected: 0 });
  const first = unwrap(await folds.at('session/s'));
  await log.append('session/s', [said('c')], { expected: 2 });
  const second = unwrap(await folds.at('session/s'));
  expect(second).toEqual({ state: { all: ['a', 'b', 'c'] }, seq: 3 });
  expect(second.state).toBe(first.state);
  expect(reads).toEqual([0, 2]);
});

test('an own commit is folded as it was written, once; one that does not follow is left to the next look', async () => {
  const { log, folds } = open();
  const first = unwrap(await log.append('session/s', [said('a')], { expected: 0 }));
  folds.absorbCommit('session/s', first);
  expect(folds.recent('session/s')).toBeUndefined(); // nobody has looked yet
  expect(unwrap(await folds.at('session/s')).state.all).toEqual(['a']);
  await log.append('session/s', [said('b')], { expected: 1 });
  const third = unwrap(await log.append('session/s', [said('c')], { expected: 2 }));
  folds.absorbCommit('session/s', third);
  expect(unwrap(await folds.at('session/s')).state.all).toEqual(['a', 'b', 'c']);
});

test('a fold that breaks half-way is begun again, never continued from the middle', async () => {
  let breaks = true;
  const { log, folds } = open({
    fold: (state, event) => {
      state.all.push(String(event.data['text']));
      if (breaks && event.data['text'] === 'b') throw new Error('broken');
    },
  });
  await log.append('session/s', [said('a'), said('b'), said('c')], { expected: 0 });
  await expect(folds.at('session/s')).rejects.toThrow('broken');
  breaks = false;
  expect(unwrap(await folds.at('session/s')).state.all).toEqual(['a', 'b', 'c']);
});

test('a snapshot is written when asked and due, and the next process reads on from it', async () => {
  const saved = new Map<string, { seq: number; state: Json }>();
  const store = {
    load: async (stream: string) => saved.get(stream),
    save: async (stream: string, _of: unknown, snapshot: { seq: number; state: Json }) =>
      void saved.set(stream, snapshot),
  } as unknown as Snapshots;
  const snapshot = {
    store,
    of: { name: 'texts', version: 1 },
    encode: ({ all }: Texts): Json => [...all],
    decode: (json: Json): Texts => ({ all: json as string[] }),
    every: 2,
  };
  const { log, folds } = open({ snapshot });
  await log.append('session/s', [said('a')], { expected: 0 });
  await folds.at('session/s');
  await folds.saveIfDue('session/s');
  expect(saved.size).toBe(0);
  await log.append('session/s', [said('b')], { expected: 1 });
  await folds.at('session/s');
  expect(saved.size).toBe(0);
  await folds.saveIfDue('session/s');
  expect(saved.get('session/s')).toEqual({ seq: 2, state: ['a', 'b'] });

  const reads: (number | undefined)[] = [];
  const next = createKeptFolds<Texts>({
    log: {
      read: (stream, range) => {
        reads.push(range?.from);
        return log.read(stream, range);
      },
    },
    begin: () => ({ all: [] }),
    fold: (state, event) => void state.all.push(String(event.data['text'])),
    snapshot,
  });
  expect(unwrap(await next.at('session/s')).state.all).toEqual(['a', 'b']);
  expect(reads).toEqual([2]);
});

test('what a repair cut off does not live on', async () => {
  const longer = createMemoryLog();
  const shorter = createMemoryLog();
  let read = longer.read;
  const { folds } = open({ log: { read: (...asked) => read(...asked) } });
  await longer.append('session/s', [said('a'), said('b')], { expected: 0 });
  await shorter.append('session/s', [said('a')], { expected: 0 });
  await folds.at('session/s');
  read = shorter.read;
  expect(unwrap(await folds.at('session/s'))).toEqual({ state: { all: ['a'] }, seq: 1 });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, LogEvent } from '@atelier/kernel/core';
import type { Snapshots } from '@atelier/kernel/ports';
import { openMemoryStorage } from '@atelier/kernel/storage';
import { expect, test, vi } from 'vitest';
import { emptyBench } from '../core/bench.ts';
import { decodeBench, encodeBench } from '../core/bench-codec.ts';
import { readEvent } from '../core/codec.ts';
import { fold } from '../core/fold.ts';
import { emptyTranscript, foldTranscript } from '../view/transcript.ts';
import { decodeTranscript, encodeTranscript } from '../view/transcript-codec.ts';
import { createKeptBenches } from './kept-benches.ts';
import { createKeptTranscripts } from './kept-transcripts.ts';

const recorded = (number: string): readonly LogEvent[] =>
  readFileSync(join(import.meta.dirname, `../../../../fixtures/logs/bench/${number}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const stored = (json: Json): Json => JSON.parse(JSON.stringify(json));

test.each(['0001', '0002', '0003'])('log %s folds on from any snapshot as if there had been none', (number) => {
  const events = recorded(number);
  const [bench, talk] = [emptyBench(), emptyTranscript()];
  const both = (event: LogEvent, into: { bench: typeof bench; talk: typeof talk }) => {
    const known = readEvent(event);
    if (known) fold(into.bench, known, event);
    foldTranscript(into.talk, event);
  };
  const cuts = events.map((event) => {
    both(event, { bench, talk });
    return { bench: stored(encodeBench(bench)), talk: stored(encodeTranscript(talk)) };
  });
  for (const [at, cut] of cuts.entries()) {
    const again = { bench: decodeBench(cut.bench), talk: decodeTranscript(cut.talk) };
    for (const event of events.slice(at + 1)) both(event, again);
    expect(again.bench).toEqual(bench);
    expect(again.talk).toEqual(talk);
  }
});

test('a process that comes later reads only what the snapshots do not hold', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { log } = openMemoryStorage();
  const saved = new Map<string, string>();
  const snapshots: Snapshots = {
    load: async (of, { name }) => {
      const found = saved.get(`${of} ${name}`);
      return found === undefined ? undefined : JSON.parse(found);
    },
    save: async (of, { name }, at) => void saved.set(`${of} ${name}`, JSON.stringify(at)),
  };
  const stream = 'bench/wb_a';
  const events = recorded('0001').map(({ kind, key, data }) => ({ kind, key, data }));
  const many = Array.from({ length: Math.ceil(1_000 / events.length) }, () => events).flat();
  for (let at = 0; at < many.length; at += 100)
    await log.append(
      stream,
      many.slice(at, at + 100).map((event) => ({ ...event, key: null })),
      { expected: at },
    );
  const [first, firstTalk] = [createKeptBenches(log, snapshots), createKeptTranscripts(log, snapshots)];
  const [bench, talk] = [await first.at(stream), await firstTalk.at(stream)];
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  const from: (number | undefined)[] = [];
  const watched: typeof log.read = (of, range) => {
    from.push(range?.from);
    return log.read(of, range);
  };
  await vi.waitFor(async () => {
    from.length = 0;
    const later = { ...log, read: watched };
    expect(await createKeptBenches(later, snapshots).at(stream)).toEqual(bench);
    expect(await createKeptTranscripts(later, snapshots).at(stream)).toEqual(talk);
    expect(from).toEqual([many.length, many.length]);
  });
});

import type { LogEvent, StreamId } from '../../core/event.ts';
import { checkAppend } from '../../core/log/checked-append.ts';
import type { CommitFacts } from '../../core/log/commit-record.ts';
import { planBatch } from '../../core/log/plan-batch.ts';
import { isRange, type SeqRange } from '../../core/log/seq-range.ts';
import { emptyTail, inNewSegment, type Tail } from '../../core/log/tail.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { parseStreamId } from '../../core/stream-name.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { EventLog, ReadRefused } from '../../ports/event-log.ts';
import type { RemoveStream } from '../../ports/stream-removal.ts';
import { checkImport } from '../checked-import.ts';
import { createFollowers } from '../followers.ts';
import { blobIdOf, nodePlatform, sha256 } from '../node/sha256.ts';
import { systemWorld } from '../node/system-clock.ts';
import { createStamp, type World } from '../stamp.ts';

type Stream = {
  readonly events: LogEvent[];
  readonly commits: CommitFacts[];
  readonly seqByKey: Map<string, number>;
  readonly bytesById: Map<BlobId, Uint8Array>;
  tail: Tail;
};

export type MemoryLog = EventLog & {
  readonly streams: () => Promise<readonly StreamId[]>;
  readonly remove: RemoveStream;
};

/** The promises of the log without a disk: for tests, and for folding what nobody needs to keep. */
export const createMemoryLog = (world: World = systemWorld): MemoryLog => {
  const streams = new Map<StreamId, Stream>();
  const stamp = createStamp(world);
  let open = true;

  const append: EventLog['append'] = async (name, newEvents, { expected, ...content }) => {
    if (!open) throw new Error('the log is closed');
    const parsed = parseStreamId(name);
    if (!parsed.ok) return parsed;
    const checked = checkAppend(newEvents, content, stamp);
    if (!checked.ok) return checked;

    const stream = streams.get(name) ?? newStream(name);
    const waiting = [{ checked: checked.value, expected }];
    const start = inNewSegment(stream.tail);
    const { outcomes, tail } = planBatch(waiting, start, 0, (key) => stream.seqByKey.get(key), nodePlatform);
    const [outcome] = outcomes;
    if (!outcome) throw new Error('a new segment has room for any commit');
    if (outcome.kind === 'refused') return err(outcome.error);
    if (outcome.kind === 'recorded') {
      const events = outcome.seqs.flatMap((seq) => stream.events[seq] ?? []);
      return ok({ first: events[0]?.seq ?? 0, next: (events.at(-1)?.seq ?? 0) + 1, events, repeated: true });
    }

    const { segment: _, offset: __, ...facts } = outcome.record;
    stream.commits.push(facts);
    stream.tail = tail;
    for (const event of outcome.events) {
      // A copy, so that a caller who changes its object later does not change history.
      stream.events.push(structuredClone(event));
      if (event.key !== null) stream.seqByKey.set(event.key, event.seq);
    }
    for (const part of content.content ?? []) stream.bytesById.set(blobIdOf(part), part.slice());
    streams.set(name, stream);
    followers.wake(name);
    return ok({ first: facts.first, next: facts.last + 1, events: outcome.events, repeated: false });
  };

  const importStream: EventLog['importStream'] = async (name, commits) => {
    const planned = checkImport(name, commits, stamp);
    if (!planned.ok) return planned;
    if (streams.has(name)) return err({ code: 'STREAM_EXISTS' });
    // Nothing else runs in between: the checks above were all that could refuse.
    for (const { events, ...content } of commits) await append(name, events, { ...content, expected: 'any' });
    return ok({ next: planned.value.tail.next });
  };

  const sliceOf = <T>(
    name: StreamId,
    range: SeqRange | undefined,
    items: (stream: Stream) => readonly T[],
  ): Result<readonly T[], ReadRefused> => {
    const parsed = parseStreamId(name);
    if (!parsed.ok) return parsed;
    const { from = 0, limit = Number.POSITIVE_INFINITY } = range ?? {};
    if (!isRange(from, limit))
      return err({ code: 'INVALID', reason: 'bad_range', detail: `from ${from}, limit ${limit}` });
    const stream = streams.get(name);
    return ok(stream ? items(stream).slice(from, from + limit) : []);
  };

  const read: EventLog['read'] = async (name, range) => {
    const events = sliceOf(name, range, (stream) => stream.events);
    if (!events.ok) return events;
    const end = streams.get(name)?.events.length ?? 0;
    return ok({ events: events.value, next: (events.value.at(-1)?.seq ?? Math.min(range?.from ?? 0, end) - 1) + 1 });
  };

  const followers = createFollowers({
    read,
    ends: async (names) => new Map(names.map((name) => [name, { next: streams.get(name)?.events.length ?? 0 }])),
  });
  return {
    append,
    importStream,
    read,
    commits: async (name, range) => {
      const commits = sliceOf(name, range, (stream) => stream.commits);
      if (!commits.ok) return commits;
      const end = streams.get(name)?.commits.length ?? 0;
      return ok({
        commits: commits.value,
        next: (commits.value.at(-1)?.commit ?? Math.min(range?.from ?? 0, end) - 1) + 1,
      });
    },
    carried: async (stream, ids) => {
      const carriers = streams.get(stream)?.bytesById;
      return ok(new Set([...ids].filter((id) => carriers?.has(id))));
    },
    content: async (stream, id) => streams.get(stream)?.bytesById.get(id)?.slice(),
    health: async (stream) => ({ kind: 'healthy', next: streams.get(stream)?.events.length ?? 0 }),
    follow: followers.follow,
    followPages: followers.followPages,
    streams: async () => [...streams.keys()].sort(),
    remove: async (name, expected) => {
      const next = streams.get(name)?.events.length;
      if (next !== undefined && next !== expected) return err({ code: 'STALE', next });
      streams.delete(name);
      followers.wake(name);
      return ok(undefined);
    },
    list: async (kind) => [...streams.keys()].filter((name) => name === kind || name.startsWith(`${kind}/`)).sort(),
    close: async () => {
      open = false;
    },
  };
};

const newStream = (name: StreamId): Stream => ({
  events: [],
  commits: [],
  seqByKey: new Map(),
  bytesById: new Map(),
  tail: emptyTail(name, sha256),
});

import type { LogEvent, StreamId } from '../../core/event.ts';
import { eventLine } from '../../core/log/event-line.ts';
import { checkAppend, tooLarge, withSeq } from '../../core/log/index.ts';
import { settleKeys } from '../../core/log/keyed-retry.ts';
import { err, ok } from '../../core/result.ts';
import { parseStreamId } from '../../core/stream-name.ts';
import type { BlobId } from '../../ports/blobs.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { createFollowers } from '../followers.ts';
import { blobIdOf } from '../node/sha256.ts';
import { systemWorld } from '../node/system-clock.ts';
import { createStamp, type World } from '../stamp.ts';

type Stream = {
  readonly events: LogEvent[];
  readonly seqByKey: Map<string, number>;
  readonly bytesById: Map<BlobId, Uint8Array>;
};

/** The promises of the log without a disk: for tests, and for folding what nobody needs to keep. */
export const createMemoryLog = (world: World = systemWorld): EventLog => {
  const streams = new Map<StreamId, Stream>();
  const stamp = createStamp(world);
  let open = true;

  const append: EventLog['append'] = async (name, newEvents, { expected, ...content }) => {
    if (!open) throw new Error('the log is closed');
    const parsed = parseStreamId(name);
    if (!parsed.ok) return parsed;
    const checked = checkAppend(newEvents, content, stamp);
    if (!checked.ok) return checked;

    const stream: Stream = streams.get(name) ?? { events: [], seqByKey: new Map(), bytesById: new Map() };
    const retry = settleKeys(checked.value, (key) => stream.seqByKey.get(key));
    if (!retry.ok) return retry;
    if (retry.value.kind === 'recorded') {
      const events = retry.value.seqs.flatMap((seq) => stream.events[seq] ?? []);
      return ok({ first: events[0]?.seq ?? 0, next: (events.at(-1)?.seq ?? 0) + 1, events, repeated: true });
    }

    const first = stream.events.length;
    if (expected !== 'any' && expected !== first) return err({ code: 'STALE', next: first });
    const lines = checked.value.events.map((event, index) => eventLine(event, first + index));
    const bytes = [...lines, ...checked.value.contentLines].reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    const refused = tooLarge(bytes);
    if (refused) return refused;

    // Parsed back, so that a caller who changes its object later does not change history.
    const events = lines.map((line) => JSON.parse(line) as LogEvent);
    for (const event of events) {
      stream.events.push(event);
      if (event.key !== null) stream.seqByKey.set(event.key, event.seq);
    }
    for (const part of content.content ?? []) stream.bytesById.set(blobIdOf(part), part.slice());
    streams.set(name, stream);
    followers.wake();
    return ok({
      first,
      next: stream.events.length,
      events: checked.value.events.map((event, index) => withSeq(event, first + index)),
      repeated: false,
    });
  };

  const read: EventLog['read'] = async (name, { from = 0, limit = Number.POSITIVE_INFINITY } = {}) => {
    const parsed = parseStreamId(name);
    if (!parsed.ok) return parsed;
    if (!isRange(from, limit))
      return err({ code: 'INVALID', reason: 'bad_range', detail: `from ${from}, limit ${limit}` });
    const all = streams.get(name)?.events ?? [];
    const events = all.slice(from, from + limit);
    return ok({ events, next: (events.at(-1)?.seq ?? Math.min(from, all.length) - 1) + 1 });
  };

  const followers = createFollowers(read);
  return {
    append,
    read,
    content: async (stream, id) => streams.get(stream)?.bytesById.get(id)?.slice(),
    health: async (stream) => ({ kind: 'healthy', next: streams.get(stream)?.events.length ?? 0 }),
    follow: followers.follow,
    list: async (kind) => [...streams.keys()].filter((name) => name === kind || name.startsWith(`${kind}/`)).sort(),
    close: async () => {
      open = false;
    },
  };
};

export const isRange = (from: number, limit: number): boolean =>
  Number.isSafeInteger(from) &&
  from >= 0 &&
  (limit === Number.POSITIVE_INFINITY || (Number.isSafeInteger(limit) && limit >= 0));

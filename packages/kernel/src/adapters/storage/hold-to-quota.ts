import type { LogEvent, StreamId } from '../../core/event.ts';
import { QuotaRefused } from '../../core/trees/quota.ts';
import type { Blobs, ByteSource } from '../../ports/blobs.ts';
import type { ContentBatch, ContentStore } from '../../ports/content-store.ts';
import { type Allowance, createAllowance, type Room } from '../../usecases/allowance.ts';
import { createProjection } from '../../usecases/projection.ts';
import { blobIdOf } from '../node/sha256.ts';
import { systemWorld } from '../node/system-clock.ts';
import type { Storage } from './storage.ts';

/** Where the quota is recorded, and what it is after each event there; undefined: none. The kernel knows no such event. */
export type QuotaOf = {
  readonly stream: StreamId;
  readonly after: (quota: number | undefined, event: LogEvent) => number | undefined;
};

/** Storage that takes content as long as there is room for it, and throws `QuotaRefused` when there is none. */
export const holdToQuota = (
  storage: Storage,
  quotaOf: QuotaOf,
  now: () => number = systemWorld.clock.now,
): { readonly storage: Storage; readonly allowance: Allowance } => {
  const quotas = createProjection<number | undefined>({ log: storage.log, initial: undefined, evolve: quotaOf.after });
  const allowance = createAllowance({
    usage: async () => (await storage.content()).usage(),
    quotaBytes: async () => {
      const quota = await quotas.at(quotaOf.stream);
      return quota.ok ? quota.value.state : undefined;
    },
    now,
  });

  const put = async (blobs: Blobs, bytes: Uint8Array) => {
    const room = await allowance.reserve(bytes.length);
    // What is stored already needs no room.
    if (!room.ok && !(await blobs.has(blobIdOf(bytes)))) throw new QuotaRefused(room.error);
    return room.ok ? within([room.value], () => blobs.put(bytes)) : blobs.put(bytes);
  };

  const together =
    (content: ContentStore): ContentStore['together'] =>
    (job) => {
      const rooms: Room[] = [];
      const makeRoom = async (bytes: number): Promise<void> => {
        const room = await allowance.reserve(bytes);
        if (!room.ok) throw new QuotaRefused(room.error);
        rooms.push(room.value);
      };
      return within(rooms, () => content.together((batch) => job(heldBatch(batch, makeRoom))));
    };

  const held = (content: ContentStore): ContentStore => ({
    ...content,
    together: together(content),
    blobs: {
      ...content.blobs,
      put: (bytes) => put(content.blobs, bytes),
      putFrom: (source) => together(content)((batch) => batch.addFrom(source)),
    },
  });

  return {
    allowance,
    storage: {
      ...storage,
      content: async () => held(await storage.content()),
      blobs: { ...storage.blobs, put: async (bytes) => put((await storage.content()).blobs, bytes) },
    },
  };
};

/** Trees pass: they only name what was let in. */
const heldBatch = (batch: ContentBatch, makeRoom: (bytes: number) => Promise<void>): ContentBatch => ({
  ...batch,
  add: async (bytes) => {
    await makeRoom(bytes.length);
    return batch.add(bytes);
  },
  addFrom: (source, earlier) => batch.addFrom(counted(source, makeRoom), earlier),
});

/** How large it is shows only while it is read. */
const counted = (source: ByteSource, makeRoom: (bytes: number) => Promise<void>): ByteSource => ({
  read: async (into) => {
    const count = await source.read(into);
    if (count > 0) await makeRoom(count);
    return count;
  },
});

const within = async <T>(rooms: readonly Room[], job: () => Promise<T>): Promise<T> => {
  try {
    const done = await job();
    for (const room of rooms) room.taken();
    return done;
  } finally {
    for (const room of rooms) room.giveBack();
  }
};

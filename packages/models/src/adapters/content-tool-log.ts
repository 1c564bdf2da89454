import { blobIdOf } from '@atelier/kernel/adapters';
import type { JsonObject } from '@atelier/kernel/core';
import type { BlobId, Blobs } from '@atelier/kernel/ports';
import type { ToolEntry, ToolLog } from '../ports/tool-log.ts';

/** What a commit carries itself; larger content is stored first and pinned by it. */
const mostRiding = 4_096;

/** Whole results as content of the store, named by the events of a conversation. */
export const createContentToolLog = ({
  blobs,
  locate,
  carried,
}: {
  readonly blobs: Pick<Blobs, 'put' | 'get'>;
  /** Which content holds an entry, as the conversation's events say it. */
  readonly locate: (entryId: number) => Promise<BlobId | undefined>;
  /** Content that rode inside a commit of the conversation. */
  readonly carried: (id: BlobId) => Promise<Uint8Array | undefined>;
}): ToolLog => ({
  record: async (entry) => {
    const bytes = new TextEncoder().encode(JSON.stringify(entry));
    if (bytes.length <= mostRiding) return { content: blobIdOf(bytes), pins: [], riders: [bytes] };
    const content = await blobs.put(bytes);
    return { content, pins: [content], riders: [] };
  },
  find: async (entryId): Promise<JsonObject | undefined> => {
    const id = await locate(entryId);
    const bytes = id && ((await carried(id)) ?? (await blobs.get(id)));
    return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as ToolEntry).result;
  },
});

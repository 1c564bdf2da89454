import type { JsonObject } from '@atelier/kernel/core';
import type { BlobId } from '@atelier/kernel/ports';

/** One tool call with its whole result. Entry ids count up from 1 within a log. */
export type ToolEntry = {
  readonly entryId: number;
  readonly callId: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly result: JsonObject;
  /** What the model saw in place of the result, when that was too large. */
  readonly receipt: JsonObject | null;
  readonly ms: number;
};

/** Where an entry is, and what the commit that names it must pin or carry, so that it cannot outlive its bytes. */
export type StoredEntry = {
  readonly content: BlobId | null;
  readonly pins: readonly BlobId[];
  /** Small content rides inside the commit itself. */
  readonly riders: readonly Uint8Array[];
};

/** Where whole results rest. A log belongs to one place of work: nothing is recalled from another's. */
export interface ToolLog {
  readonly record: (entry: ToolEntry) => Promise<StoredEntry>;
  readonly find: (entryId: number) => Promise<JsonObject | undefined>;
}

export const notStored: StoredEntry = { content: null, pins: [], riders: [] };

export const createMemoryToolLog = (): ToolLog & { readonly entries: readonly ToolEntry[] } => {
  const entries: ToolEntry[] = [];
  return {
    entries,
    record: async (entry) => {
      entries.push(entry);
      return notStored;
    },
    find: async (entryId) => entries.find((entry) => entry.entryId === entryId)?.result,
  };
};

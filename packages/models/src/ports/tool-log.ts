import type { JsonObject } from '@atelier/kernel/core';

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

/** Where whole results rest. A log belongs to one place of work: nothing is recalled from another's. */
export interface ToolLog {
  readonly record: (entry: ToolEntry) => Promise<void>;
  readonly find: (entryId: number) => Promise<JsonObject | undefined>;
}

export const createMemoryToolLog = (): ToolLog & { readonly entries: readonly ToolEntry[] } => {
  const entries: ToolEntry[] = [];
  return {
    entries,
    record: async (entry) => void entries.push(entry),
    find: async (entryId) => entries.find((entry) => entry.entryId === entryId)?.result,
  };
};

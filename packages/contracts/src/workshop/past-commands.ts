import { z } from 'zod';
import { command } from '../command.ts';
import { ToolItem } from '../conversation/items.ts';
import { Micros } from '../models/terms.ts';
import { count, found, name, onBench } from './terms.ts';

/** What stands behind a state of the files: who or what made it, when, and what that cost. */
export const MadeBy = z.object({
  seq: count,
  at: z.string(),
  because: z.enum(['added', 'removed', 'refreshed', 'written_back', 'draft', 'discarded', 'published', 'moved']),
  messageId: z.string().nullable(),
  runId: z.string().nullable(),
  modelId: z.string().nullable(),
  /** Null where a call had no price. */
  cost: Micros.nullable(),
  by: z.object({ kind: z.enum(['user', 'client', 'model', 'engine']), name: z.string() }),
});
export type MadeBy = z.infer<typeof MadeBy>;

export const HistoryHit = z.object({
  path: z.string(),
  excerpt: z.string(),
  /** The newest bytes that say it; a viewer opens them by this name. */
  version: z.string(),
  sizeBytes: count,
  appeared: MadeBy,
  /** Null: it is still there. */
  vanished: MadeBy.nullable(),
});
export type HistoryHit = z.infer<typeof HistoryHit>;

export const pastCommands = {
  /** When a text came into a file and when it went, over every state the Workbench still holds. Asks no model. */
  WorkshopSearchHistory: command({
    role: 'viewer',
    params: z.strictObject({ ...onBench, query: z.string().trim().min(1).max(500) }),
    result: z.object({
      hits: z.array(HistoryHit),
      /** Versions that have no text, such as pictures. */
      unread: count,
      /** States that are pruned or lost: what only they held is not found. */
      notCovered: z.array(z.object({ at: z.string(), messageId: z.string().nullable() })),
    }),
    refusals: found,
  }),
  /** Since when a cell or a line says what it says, and who wrote it. A line of a document is a paragraph. */
  WorkshopBlame: command({
    role: 'viewer',
    params: z.strictObject({
      ...onBench,
      path: name,
      place: z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('cell'),
          sheet: z.string().max(200),
          cell: z.string().regex(/^[A-Z]{1,3}[1-9]\d{0,6}$/),
        }),
        z.strictObject({ kind: z.literal('line'), line: z.int().positive() }),
        /** A paragraph by its words, where nobody counts lines; `nth` of those that say the same. */
        z.strictObject({ kind: z.literal('text'), text: z.string().trim().min(1).max(20_000), nth: count.optional() }),
      ]),
    }),
    result: z.object({
      text: z.string(),
      since: MadeBy,
      /** The tool that wrote the file then; null where a person did. */
      tool: z.object({ name: z.string(), summary: z.string() }).nullable(),
      /** The calls that wrote it, newest first: one, or those of a step of which each may have. None: no model did. */
      calls: z.array(ToolItem),
      isOriginal: z.boolean(),
      isCutOff: z.boolean(),
    }),
    refusals: ['FILE_NOT_FOUND', 'PLACE_NOT_FOUND', ...found],
  }),
};

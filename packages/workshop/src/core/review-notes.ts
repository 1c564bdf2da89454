import type { JsonObject } from '@atelier/kernel/core';
import { anyJson } from '@atelier/kernel/core';
import { z } from 'zod';

/** What a Draft's review starts from: written with every revision, so that a rewind brings the right one back. */
export const ReviewNotes = z.object({
  v: z.literal(1),
  files: z.record(
    z.string(),
    z.object({
      action: z.enum(['created', 'modified']),
      tool: z.string(),
      /** A sentence about what was changed, by the model or made from its operations. */
      summary: z.string(),
      /** Where to look first. */
      hint: z.record(z.string(), anyJson).nullable(),
      /** What was checked after the write. */
      certificate: z.record(z.string(), anyJson).nullable(),
      /** What the model that wrote it says a reviewer should look at first. */
      warnings: z.array(z.string()).optional(),
    }),
  ),
});
export type ReviewNotes = z.infer<typeof ReviewNotes>;

export const noNotes: ReviewNotes = { v: 1, files: {} };

export type Written = {
  readonly path: string;
  readonly action: 'created' | 'modified';
  readonly tool: string;
  readonly summary: string;
  readonly hint: JsonObject | null;
  readonly certificate: JsonObject | null;
  readonly warnings?: readonly string[];
};

/** The last change of a file says where to look; a file that was made in this Draft stays a new one. */
export const notesAfter = (before: ReviewNotes, writes: readonly Written[]): ReviewNotes => {
  const files = { ...before.files };
  for (const { path, action, ...said } of writes) {
    const earlier = files[path];
    const summary = earlier && earlier.summary !== said.summary ? joined(earlier.summary, said.summary) : said.summary;
    files[path] = {
      ...(said as unknown as Omit<ReviewNotes['files'][string], 'action'>),
      summary,
      action: earlier?.action ?? action,
    };
  }
  return { v: 1, files };
};

const mostSummary = 1_000;

const joined = (earlier: string, later: string): string => {
  const both = `${earlier} ${later}`;
  return both.length > mostSummary ? later : both;
};

export const parseNotes = (bytes: Uint8Array | undefined): ReviewNotes => {
  if (!bytes) return noNotes;
  try {
    return ReviewNotes.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return noNotes;
  }
};

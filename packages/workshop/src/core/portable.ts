import { portableCommit, portableContent, portableEnd } from '@atelier/kernel/core';
import { z } from 'zod';

/*
 * A Workbench as one file, in the chained lines of the kernel. The order is: what it is, commits of both streams,
 * content, the end.
 */

export const portableFormat = 'atelier-workbench';

export const PortableRecord = z.discriminatedUnion('part', [
  z.strictObject({
    part: z.literal('workbench'),
    format: z.literal(portableFormat),
    v: z.literal(1),
    workbenchId: z.string(),
    name: z.string(),
    /** How far each stream had come. */
    next: z.strictObject({ bench: z.int().positive(), run: z.int().nonnegative() }),
  }),
  z.strictObject({ part: z.literal('commit'), stream: z.enum(['bench', 'run']), ...portableCommit }),
  z.strictObject({ part: z.literal('content'), role: z.enum(['file', 'tree']), ...portableContent }),
  z.strictObject({ part: z.literal('end'), ...portableEnd }),
]);
export type PortableRecord = z.infer<typeof PortableRecord>;
export type PortableCommit = Extract<PortableRecord, { part: 'commit' }>;

import { portableCommit, portableContent, portableEnd } from '@atelier/kernel/core';
import { z } from 'zod';
import { UserId } from '../domain/primitives.ts';
import { DirectoryRecord } from '../domain/workspace.ts';

/*
 * A project as one file, in the chained lines of the kernel. The order is: what it is, its commits, its content, the
 * end. What the project shares with others (company, prices) stays where it is; clients and suppliers it names go along.
 */

export const portableProjectFormat = 'atelier-project';

export const PortableProject = z.discriminatedUnion('part', [
  z.strictObject({
    part: z.literal('project'),
    format: z.literal(portableProjectFormat),
    v: z.literal(1),
    projectId: z.string(),
    /** Whose drafts go to whoever imports it. */
    exportedBy: UserId,
    next: z.int().positive(),
    directory: z.array(DirectoryRecord),
  }),
  z.strictObject({ part: z.literal('commit'), ...portableCommit }),
  z.strictObject({ part: z.literal('content'), ...portableContent }),
  z.strictObject({ part: z.literal('end'), ...portableEnd }),
]);
export type PortableProject = z.infer<typeof PortableProject>;

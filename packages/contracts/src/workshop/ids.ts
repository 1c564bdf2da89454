import { isId } from '@atelier/kernel/core';
import { z } from 'zod';

const idOf = <const Prefix extends string>(prefix: Prefix) =>
  z.string().refine((value) => isId(prefix, value), { message: `This is no id of the form ${prefix}_….` });

/** Judged whole before anything is looked up: no id can be a path. */
export const workbenchId = idOf('wb');
export const messageId = idOf('msg');
export const draftId = idOf('dft');
export const revisionId = idOf('rev');
export const checkpointId = idOf('chk');
export const uploadId = idOf('upl');
export const compareId = idOf('cmp');
export const laneId = idOf('lane');

export const filePath = z.string().min(1).max(255);

/** What the person saw when they decided. A decision made on an older state is not carried out. */
export const Seen = z.strictObject({
  head: messageId.nullable().optional(),
  revisionId: revisionId.nullable().optional(),
});
export type Seen = z.input<typeof Seen>;

/** A state of the files: now, or at some point of the history. */
export const TreePoint = z.discriminatedUnion('at', [
  z.strictObject({ at: z.literal('published') }),
  z.strictObject({ at: z.literal('draft') }),
  /** Published as it was when the Draft began. */
  z.strictObject({ at: z.literal('reference') }),
  z.strictObject({ at: z.literal('checkpoint'), checkpointId }),
  /** The folder the Workbench was opened on, as it is now. */
  z.strictObject({ at: z.literal('folder') }),
  /** As a message left the files: its Draft where there was one, else Published. */
  z.strictObject({ at: z.literal('message'), messageId }),
]);
export type TreePoint = z.input<typeof TreePoint>;

/** The stream of a Workbench; follow it from the `seq` of `WorkbenchGet`. */
export const benchStreamOf = (id: string): string => `bench/${id}`;

/** The stream on which a lane of a comparison works. */
export const laneStreamOf = (laneId: string): string => `lane/${laneId}`;

/** The stream on which `moved` deltas tell which Workbench changed. It holds no events itself. */
export const workbenchesStream = 'workbenches';

import { type Id, isId } from '@atelier/kernel/core';
import { z } from 'zod';

/** The things of a Workbench that have a name of their own. */
export type WorkbenchId = Id<'wb'>;
export type MessageId = Id<'msg'>;
export type DraftId = Id<'dft'>;
export type RevisionId = Id<'rev'>;
export type CheckpointId = Id<'chk'>;
export type RunId = Id<'run'>;
export type CompareId = Id<'cmp'>;
export type LaneId = Id<'lane'>;

const idOf = <const Prefix extends string>(prefix: Prefix) =>
  z.custom<Id<Prefix>>((value) => typeof value === 'string' && isId(prefix, value));

export const workbenchId = idOf('wb');
export const messageId = idOf('msg');
export const draftId = idOf('dft');
export const revisionId = idOf('rev');
export const checkpointId = idOf('chk');
export const runId = idOf('run');
export const compareId = idOf('cmp');
export const laneId = idOf('lane');

/** A tree or a blob of the content store. */
export type ContentId = `sha256:${string}`;
export const contentId = z.custom<ContentId>(
  (value) => typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value),
);

/**
 * A lane of a comparison is worked on like a Workbench of its own that no list shows: the same events, the same fold,
 * the same runs, on a stream of its own.
 */
export const laneBench = (id: LaneId): WorkbenchId => id as string as WorkbenchId;
export const isLaneBench = (id: WorkbenchId): boolean => id.startsWith('lane_');

/** The stream of a Workbench. */
export const benchStream = (id: WorkbenchId): string => (isLaneBench(id) ? `lane/${id}` : `bench/${id}`);

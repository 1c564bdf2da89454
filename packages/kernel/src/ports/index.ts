export type * from './blobs.ts';
export type * from './clock.ts';
export type * from './event-log.ts';
export type * from './file-system.ts';
export type * from './projection.ts';
export type * from './snapshots.ts';

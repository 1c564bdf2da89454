export { copyObjects } from './copy-objects.ts';
export { type Database, type DatabaseOptions, openDatabase } from './database.ts';
export { createDiskCommits } from './disk-commits.ts';
export { type CommitStore, type Moved, type MoveRefused, moveStream } from './move-stream.ts';
export { createPostgresCommits } from './postgres-commits.ts';
export { createPostgresLog, type PostgresLog } from './postgres-log.ts';
export { createPostgresContent, createPostgresObjects } from './postgres-objects.ts';
export { type DatabasePlace, type DatabaseRefused, reachDatabase } from './reach-database.ts';
export { createPostgresRecords } from './shared-records.ts';

export { type Database, type DatabaseOptions, openDatabase } from './database.ts';
export { countUsers } from './database-users.ts';
export { bucketToRows, type ContentMoved, rowsToBucket } from './move-content.ts';
export { createPostgresCommits } from './postgres-commits.ts';
export { createPostgresLog, type PostgresLog } from './postgres-log.ts';
export { createPostgresContent, createPostgresObjects } from './postgres-objects.ts';
export { type DatabasePlace, type DatabaseRefused, reachDatabase } from './reach-database.ts';
export { createPostgresRecords } from './shared-records.ts';

export * from './any-json.ts';
export * from './bounded-map.ts';
export * from './canonical-json.ts';
export * from './digest.ts';
export * from './error-envelope.ts';
export type * from './event.ts';
export { type FileNameFault, keptFileName } from './file-name.ts';
export * from './ids.ts';
export type * from './json.ts';
export * from './log/index.ts';
export * from './portable.ts';
export * from './result.ts';
export * from './stored-path.ts';
export * from './stream-name.ts';
export type { StoreTrouble, WriteRefused } from './system-error.ts';
export {
  DatabaseAway,
  FileUnusable,
  fileRefusalIn,
  isWriteRefused,
  StoreAway,
  storeTroubleOf,
  storeTroubleOfCode,
  WriteFault,
} from './system-error.ts';
export { FORBIDDEN_MARK, type NotTidy, parseExactly, tidyJson } from './tidy-json.ts';
export * from './trees/diff.ts';
export * from './trees/path.ts';
export * from './trees/quota.ts';
export * from './trees/tree.ts';
export * from './turns.ts';

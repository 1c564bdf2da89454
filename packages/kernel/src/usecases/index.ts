export { type Allowance, createAllowance, type Room } from './allowance.ts';
export { bytesHeld } from './bytes-held.ts';
export { type CaptureDeps, type Captured, type CaptureRefused, capture } from './capture.ts';
export { BETWEEN_MARKS_MS, type CollectDeps, type Collected, collect } from './collect.ts';
export type { LiveUnreadable } from './collect-live.ts';
export { createCommitGate, PinsUnreadable, pinsOfLog } from './collect-pins.ts';
export { copyObjects } from './copy-objects.ts';
export {
  createDecide,
  type Decide,
  type DecideDeps,
  type Decided,
  type DecideRefused,
  type Recorded,
} from './decide.ts';
export { createKeptFolds, type KeptFoldsOptions } from './kept-folds.ts';
export { lookForLive } from './look-for-live.ts';
export { type Moved, type MoveRefused, moveStream } from './move-stream.ts';
export { createByteReader } from './portable/byte-reader.ts';
export { createPortableLines, type PortableFlaw, readPortableLines } from './portable/records.ts';
export { portableToCommit, type StreamOut, streamOut } from './portable/stream-out.ts';
export * from './projection.ts';
export { type RestoreDeps, type Restored, type RestoreRefused, restore } from './restore.ts';
export { signHeadsAgain } from './sign-heads-again.ts';
export { type Finding, type Unproven, type Verified, type VerifyDeps, type VerifyProgress, verify } from './verify.ts';

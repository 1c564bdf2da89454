export { type Allowance, createAllowance, type Room } from './allowance.ts';
export { beginHeadsAnew, type HeadsBegunAnew } from './begin-heads-anew.ts';
export { type CaptureDeps, type Captured, type CaptureRefused, capture } from './capture.ts';
export { BETWEEN_MARKS_MS, type CollectDeps, type Collected, collect } from './collect.ts';
export type { LiveUnreadable } from './collect-live.ts';
export { createCommitGate, PinsUnreadable, pinsOfLog } from './collect-pins.ts';
export * from './projection.ts';
export { type RestoreDeps, type Restored, type RestoreRefused, restore } from './restore.ts';
export { type Finding, type Unproven, type Verified, type VerifyDeps, type VerifyProgress, verify } from './verify.ts';

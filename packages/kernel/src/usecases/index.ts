export { type CaptureDeps, type Captured, type CaptureRefused, capture } from './capture.ts';
export * from './projection.ts';
export { type RestoreDeps, type Restored, type RestoreRefused, restore } from './restore.ts';

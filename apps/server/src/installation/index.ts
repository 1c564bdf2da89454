export { askRunning, isServed, type NotReached, notReachedToSentence, type Reached } from './ask-running.ts';
export { diagnoseAtRest } from './diagnose-at-rest.ts';
export { type Call, ownCall } from './own-call.ts';
export { type Replayed, replayTraceFile, type TraceRefused } from './replay-trace.ts';
export { copyKeys } from './shared-keys.ts';
export { type SystemTrouble, systemTroubleOf } from './system-trouble.ts';

export { ErrorEnvelope, err, ok, type Result, Retry } from '@atelier/kernel/core';
export * from './client.ts';
export * from './command.ts';
export * from './contract.ts';
export * from './deltas.ts';
export * from './edge-codes.ts';
export * from './frames.ts';
export * from './install/index.ts';

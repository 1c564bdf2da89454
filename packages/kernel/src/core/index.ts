export * from './error-envelope.ts';
export type * from './event.ts';
export type * from './json.ts';
export * from './result.ts';

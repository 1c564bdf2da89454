export * from './canonical-json.ts';
export * from './digest.ts';
export * from './error-envelope.ts';
export type * from './event.ts';
export * from './ids.ts';
export type * from './json.ts';
export * from './result.ts';
export * from './stored-path.ts';
export * from './stream-name.ts';

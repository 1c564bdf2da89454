export * from './checked-append.ts';
export * from './content-line.ts';
export * from './event-line.ts';
export * from './keyed-retry.ts';
export * from './limits.ts';

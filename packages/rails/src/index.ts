export * from './core/index.ts';
export type * from './ports/index.ts';

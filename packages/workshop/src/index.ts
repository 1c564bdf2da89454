export * from './adapters/index.ts';
export * from './core/index.ts';
export type * from './ports/index.ts';
export * from './usecases/index.ts';

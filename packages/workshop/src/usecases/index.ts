export * from './bench-files.ts';
export * from './drafts.ts';
export * from './record.ts';
export * from './tree-place.ts';
export * from './trees.ts';
export * from './workbenches.ts';

export * from './save-workflow.ts';
export type * from './source-folders.ts';
export * from './workflow-catalog.ts';

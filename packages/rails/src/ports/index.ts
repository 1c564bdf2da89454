export type * from './git-facts.ts';
export type * from './intents.ts';
export type * from './keyring.ts';
export type * from './pinned-workflows.ts';
export type * from './resume-index.ts';
export type * from './sessions.ts';
export type * from './source-watch.ts';
export type * from './workflow-catalog.ts';

export * from './project-event.ts';
export * from './workspace-event.ts';

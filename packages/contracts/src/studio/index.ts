export * from './commands.ts';
export * from './domain/index.ts';
export * from './view.ts';

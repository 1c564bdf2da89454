export * from './admin-commands.ts';
export * from './commands.ts';
export * from './domain/index.ts';
export * from './quote-commands.ts';
export * from './urls.ts';
export * from './view.ts';

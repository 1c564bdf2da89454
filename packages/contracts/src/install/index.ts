export * from './commands.ts';
export * from './diagnostics.ts';
export * from './events.ts';
export * from './page-facts.ts';
export * from './settings.ts';
export * from './storage.ts';
export * from './store-check.ts';
export * from './view.ts';

export * from './catalogue.ts';
export * from './commands.ts';
export * from './config.ts';
export * from './node-view.ts';
export * from './outline.ts';
export * from './run-view.ts';
export * from './session-view.ts';
export * from './terms.ts';

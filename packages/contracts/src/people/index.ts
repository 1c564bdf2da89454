export * from './commands.ts';
export * from './sign-in.ts';
export * from './view.ts';

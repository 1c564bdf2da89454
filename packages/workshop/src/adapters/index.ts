export * from './kept-benches.ts';

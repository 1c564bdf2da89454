export * from './kept-benches.ts';
export * from './kept-transcripts.ts';
export * from './local-files.ts';
export * from './meta-files.ts';
export * from './original-files.ts';
export * from './outside-folder.ts';

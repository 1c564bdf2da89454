export { readAskNote, writeAskNote } from './ask-note.ts';

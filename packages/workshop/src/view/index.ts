export { hearsNotes } from '../core/run/phases.ts';
export { type BenchFacts, categoriesIn, clutterOfBench, workbenchViewOf } from './bench-view.ts';
export { type CardState, emptyCard, foldCard, stateOfCard, waitOfCard } from './card.ts';
export { kindOfName } from './file-kinds.ts';
export { foldWorkbench, settingsOf } from './fold-workbench.ts';
export { askForBench, filesAfter, filesBetween } from './held-files.ts';
export { abandonedPaths, itemsFrom, itemsUpTo, nodesUpFrom } from './path-items.ts';
export { searchPath } from './search.ts';
export {
  emptyTranscript,
  foldTranscript,
  type RequestFacts,
  type Transcript,
  type TranscriptNode,
} from './transcript.ts';
export { transcriptText } from './transcript-text.ts';

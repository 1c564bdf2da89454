export { workshopCommands } from './commands.ts';
export { CompareLane, CompareView, type compareCommands } from './compare-commands.ts';
export type { contextCommands } from './context-commands.ts';
export type { draftCommands } from './draft-commands.ts';
export type { workbenchFileCommands } from './file-commands.ts';
export { benchStreamOf, laneStreamOf, Seen, TreePoint, workbenchesStream } from './ids.ts';
export type { lifecycleCommands } from './lifecycle-commands.ts';
export { type metricsCommands, WorkshopMetrics } from './metrics-commands.ts';
export { OriginalRow, type originalCommands } from './original-commands.ts';
export type { outsideCommands } from './outside-commands.ts';
export { HistoryHit, MadeBy } from './past-commands.ts';
export { Between, CertificateRow, CheckpointRow, ReviewChanges, ReviewRow } from './review.ts';
export type { reviewCommands } from './review-commands.ts';
export { SentPart, SentPrompt } from './sent.ts';
export {
  daysToBringBack,
  defaultWorkbenchSettings,
  RunTuning,
  WorkbenchSettings,
  WorkbenchSettingsPatch,
} from './settings.ts';
export { CannotSee, type talkCommands } from './talk-commands.ts';
export type { trimCommands } from './trim-commands.ts';
export {
  transcriptPath,
  workbenchExportPath,
  workbenchFilesPath,
  workbenchImportPath,
  workbenchPagesPath,
  workbenchTrackedPath,
  workbenchUploadsPath,
  workbenchZipPath,
  workshopBases,
} from './urls.ts';
export {
  Clutter,
  ContextCategory,
  DraftView,
  FileKind,
  FilesSince,
  PlanItem,
  WorkbenchCard,
  WorkbenchCardItem,
  WorkbenchFile,
  WorkbenchItem,
  WorkbenchState,
  WorkbenchView,
  WorkbenchWait,
} from './view.ts';

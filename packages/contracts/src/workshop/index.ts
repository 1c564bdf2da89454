export { workshopCommands } from './commands.ts';
export { benchStreamOf, Seen, TreePoint, workbenchesStream } from './ids.ts';
export { Between, CertificateRow, CheckpointRow, ReviewChanges, ReviewRow } from './review.ts';
export { defaultWorkbenchSettings, WorkbenchSettings, WorkbenchSettingsPatch } from './settings.ts';
export {
  transcriptPath,
  workbenchFilesPath,
  workbenchPagesPath,
  workbenchUploadsPath,
  workbenchZipPath,
} from './urls.ts';
export {
  Clutter,
  ContextCategory,
  DraftView,
  FileKind,
  PlanItem,
  WorkbenchCard,
  WorkbenchCardItem,
  WorkbenchFile,
  WorkbenchItem,
  WorkbenchState,
  WorkbenchView,
  WorkbenchWait,
} from './view.ts';

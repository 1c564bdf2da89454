export { type AdvanceRequest, advance, type InputRequired } from './advance.ts';
export {
  authoringHelp,
  checkSource,
  type Inspected,
  inspectWorkflow,
  type ListRequest,
  listWorkflows,
} from './catalogue.ts';
export { type Checkpointed, type CheckpointRequest, checkpoint } from './checkpoint.ts';
export { compactSessions } from './compact-sessions.ts';
export type { ReadDeps, WriteDeps } from './deps.ts';
export { BETWEEN_LOOKS_MS, createDueTwice } from './due-twice.ts';
export { exportMarkdown } from './export-markdown.ts';
export { type ExportDeps, type ExportRefused, exportSession } from './export-session.ts';
export { type ImportDeps, type Imported, importBundle, reviewBundle } from './import-bundle.ts';
export type { Refusal } from './refusal.ts';
export { rehydrate } from './rehydrate.ts';
export { type Candidate, type ResumeDeps, type ResumeRequest, resumeSession, tokenOfTip } from './resume.ts';
export { dueSessions, type RetireDeps, type RetireRefused, retireSessions } from './retire-sessions.ts';
export { type Started, type StartRequest, startWorkflow, type Workspace } from './start.ts';
export { canStart, receiptFits } from './would-be-taken.ts';

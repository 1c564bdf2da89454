export { type AdvanceRequest, advance } from './advance.ts';
export { type Inspected, inspectWorkflow, type ListRequest, listWorkflows } from './catalogue.ts';
export { type Checkpointed, type CheckpointRequest, checkpoint } from './checkpoint.ts';
export type { ReadDeps, WriteDeps } from './deps.ts';
export type { Refusal } from './refusal.ts';
export { rehydrate } from './rehydrate.ts';
export { type Candidate, type ResumeDeps, type ResumeRequest, resumeSession } from './resume.ts';
export { type Started, type StartRequest, startWorkflow, type Workspace } from './start.ts';

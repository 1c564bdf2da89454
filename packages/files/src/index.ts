export type { HiddenAnswer, HiddenFinding, HiddenPlace, HiddenWhat } from './hidden/finding.ts';
export { createMemoryHost, type MemoryHost } from './hosts/memory-host.ts';
export { type AdoptedChange, createTreeHost, fixedTrees, type TreePlace, type TreeView } from './hosts/tree-host.ts';
export { createFiles, type Files, type FilesOptions, type Tool, type ToolAnswer } from './layer/create-files.ts';
export { createFileWorkers, type FileWorkers, type FileWorkersOptions } from './layer/file-workers.ts';
export type { HiddenReading } from './layer/hidden-content.ts';
export type * from './ports/files-host.ts';
export {
  loadStyleSkill,
  mergeStyleSkill,
  type StyleFormat,
  type StyleSkill,
  styleFormats,
} from './skills/style-skill.ts';
export { catalogue, type ToolName } from './tools/catalogue.ts';
export { errorToEnvelope, type FileError, type FileErrorCode, type FileResult, reasonsByCode } from './tools/errors.ts';
export { type Kind, kinds } from './tools/kind-handler.ts';
export { jobName } from './workers/job.ts';

export { createWorkflowCatalog, createWorkflowSaver } from './workflow-sources/index.ts';
export { foldersFor, type SourceFolder, type SourceSettings } from './workflow-sources/source-folders.ts';

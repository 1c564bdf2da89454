export { createWorkflowCatalog, createWorkflowSaver } from './workflow-sources/index.ts';

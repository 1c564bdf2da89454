import { createWorkflowCatalog } from '@atelier/rails/adapters/authoring';

/** A module of its own, so that the compiler is loaded by those who compile. */
export const openCatalog = (settings: Parameters<typeof createWorkflowCatalog>[0]) => createWorkflowCatalog(settings);

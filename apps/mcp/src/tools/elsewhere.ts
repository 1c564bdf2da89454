import type { McpDeps } from './handle.ts';

const nowhere = { workspacePath: null } as const;

/**
 * For agents on other machines: a folder that they name is one of theirs. Nothing is looked for under its name here, so
 * it can neither be wrong nor tell what this machine has in that place.
 */
export const depsForElsewhere = (deps: McpDeps): McpDeps => {
  const { catalog, sources } = deps;
  return {
    ...deps,
    git: { observe: async () => [] },
    sources: { ...sources, fingerprint: (workflowId) => sources.fingerprint(workflowId, nowhere) },
    catalog: {
      help: catalog.help,
      list: () => catalog.list(nowhere),
      check: (source) => catalog.check(source, nowhere),
      find: (workflowId) => catalog.find(workflowId, nowhere),
    },
  };
};

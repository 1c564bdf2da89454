import { sha256 } from '@atelier/kernel/adapters';
import type { Json } from '@atelier/kernel/core';
import { err, ok } from '@atelier/kernel/core';
import { builtinsHelp, exampleHelp, schemaHelp } from '../core/authoring/help.ts';
import { WorkflowSource } from '../core/authoring/workflow-source.ts';
import { builtins, withRoutines } from '../core/builtins/builtins.ts';
import { compileWorkflow } from '../core/compiler/compile.ts';
import type { ListedWorkflow, WorkflowCatalog } from '../ports/workflow-catalog.ts';

/** Workflow files held in a map, compiled when asked for. Changing the map is editing the file. */
export const createMemoryCatalog = (files: Map<string, Json>): WorkflowCatalog => {
  const compiledByFile = new Map<Json, ReturnType<typeof compileWorkflow>>();
  const compile = (workflowId: string, file: Json): ReturnType<typeof compileWorkflow> => {
    const before = compiledByFile.get(file);
    if (before) return before;
    const known = withRoutines(builtins, routinesOf(files));
    const bundled = workflowId.startsWith('wr.');
    const made = compileWorkflow(file, { builtins: known, bindings: {}, sha256, bundled });
    compiledByFile.set(file, made);
    return made;
  };
  return {
    list: async () => ({ workflows: [], problems: [] }),
    help: async (about) =>
      about === 'schema' ? schemaHelp() : about === 'example' ? exampleHelp() : builtinsHelp(builtins),
    check: async (source) => {
      const compiled = compileWorkflow(source, { builtins, bindings: {}, sha256, bundled: false });
      return compiled.ok
        ? ok({ compiled: compiled.value.snapshot, workflowHash: compiled.value.workflowHash })
        : err(compiled.error);
    },
    find: async (workflowId) => {
      const file = files.get(workflowId);
      if (file === undefined)
        return err({ code: 'WORKFLOW_NOT_FOUND', workflowId, nearest: [...files.keys()].slice(0, 3) });
      const compiled = compile(workflowId, file);
      if (!compiled.ok) return err({ code: 'WORKFLOW_INVALID', workflowId, errors: compiled.error });
      const { snapshot, workflowHash } = compiled.value;
      const listed: ListedWorkflow = {
        workflowId,
        name: snapshot.name,
        description: snapshot.description,
        version: snapshot.version,
        kind: snapshot.kind,
        workflowHash,
        idStatus: workflowId.includes('.') ? 'namespaced' : 'legacy',
        sourceKind: 'project',
        sourceLabel: 'memory',
      };
      return ok({ compiled: snapshot, workflowHash, listed, sourceRef: `memory/${workflowId}.json`, references: [] });
    },
  };
};

/** Routines among the files can be called by the others, as in a project. */
const routinesOf = (files: ReadonlyMap<string, Json>): readonly WorkflowSource[] =>
  [...files.values()].flatMap((file) => {
    const parsed = WorkflowSource.safeParse(file);
    return parsed.success && parsed.data.kind === 'routine' ? [parsed.data] : [];
  });

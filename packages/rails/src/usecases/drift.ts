import { REDACTED } from '../core/bundle/build.ts';
import type { WorkflowIndex } from '../core/engine/workflow-index.ts';
import type { Warning } from '../core/events/warning.ts';
import type { SessionState } from '../core/session/state.ts';
import type { FoundWorkflow } from '../ports/workflow-catalog.ts';
import type { ReadDeps } from './deps.ts';
import type { Place } from './place.ts';

/** The source may have changed since the run was pinned. The run does not: it is only said. */
export const driftWarnings = async (
  { sources }: Pick<ReadDeps, 'sources'>,
  { run, session }: Place,
): Promise<readonly Warning[]> => {
  const where = { workspacePath: workspaceOf(session) };
  const warnings: Warning[] = [];
  const now = run.fingerprint && (await sources.fingerprint(run.workflowId, where));
  if (run.fingerprint && now?.source !== run.fingerprint.source)
    warnings.push({
      code: 'WORKFLOW_SOURCE_DRIFT',
      message:
        now || session.importedEvents === undefined
          ? `The file of this workflow ${now ? 'changed' : 'is missing'} since the run started; the run keeps the version it started with.`
          : 'This run was imported, and the file of its workflow is not here; the run keeps the version it started with.',
    });
  else if (run.fingerprint && now?.bindings !== run.fingerprint.bindings)
    warnings.push({
      code: 'BINDING_DRIFT',
      message: 'The bindings of this project changed since the run started; the run keeps those it started with.',
    });
  return warnings;
};

export const missingReferences = async (
  { catalog }: Pick<ReadDeps, 'catalog'>,
  { run, session }: Place,
  pinned: WorkflowIndex,
): Promise<readonly Warning[]> => {
  if (pinned.snapshot.references.length === 0) return [];
  const found = await catalog.find(run.workflowId, { workspacePath: workspaceOf(session) });
  return found.ok ? referenceWarnings(found.value) : [];
};

export const referenceWarnings = ({ references }: FoundWorkflow): readonly Warning[] =>
  references
    .filter(({ path }) => path === null)
    .map(({ id, title }) => ({
      code: 'REFERENCE_UNRESOLVED',
      message: `The reference "${title}" (${id}) was not found.`,
    }));

export const workspaceOf = (session: SessionState): string | null => {
  const root = session.observations.get('repo_root');
  return root?.value.type === 'path' && root.value.value !== REDACTED ? root.value.value : null;
};

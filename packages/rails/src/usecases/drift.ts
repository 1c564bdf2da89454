import { REDACTED } from '../core/bundle/build.ts';
import { canonical } from '../core/canonical.ts';
import type { WorkflowIndex } from '../core/engine/workflow-index.ts';
import type { Warning } from '../core/events/warning.ts';
import type { SessionState } from '../core/session/state.ts';
import type { FoundWorkflow } from '../ports/workflow-catalog.ts';
import type { ReadDeps } from './deps.ts';
import type { Place } from './place.ts';

/** The source may have changed since the run was pinned. The run does not: it is only said. */
export const driftWarnings = async (
  { catalog }: Pick<ReadDeps, 'catalog'>,
  { run, session }: Place,
  pinned: WorkflowIndex,
): Promise<readonly Warning[]> => {
  const now = await catalog.find(run.workflowId, { workspacePath: workspaceOf(session) });
  if (!now.ok)
    return [
      {
        code: 'WORKFLOW_SOURCE_DRIFT',
        message:
          'The file of this workflow is gone or no longer compiles; the run goes on with the version it began with.',
      },
    ];
  const warnings: Warning[] = [...referenceWarnings(now.value)];
  if (now.value.workflowHash === run.workflowHash) return warnings;
  const bindingsOnly = canonical(now.value.compiled.resolvedBindings) !== canonical(pinned.snapshot.resolvedBindings);
  return [
    bindingsOnly
      ? {
          code: 'BINDING_DRIFT',
          message: 'The bindings of this project changed since the run began; the run keeps those it began with.',
        }
      : {
          code: 'WORKFLOW_SOURCE_DRIFT',
          message: 'The file of this workflow changed since the run began; the run keeps the version it began with.',
        },
    ...warnings,
  ];
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

import { REDACTED } from '../../core/bundle/build.ts';
import type { Warning } from '../../core/events/warning.ts';
import type { RunState, SessionState } from '../../core/session/state.ts';
import type { Fingerprint } from '../../ports/source-watch.ts';

/** Whether the file a run began with is another one now (null: gone). The run keeps what it is pinned to. */
export const driftOf = ({ fingerprint }: RunState, now: Fingerprint | null): readonly Warning[] => {
  if (!fingerprint) return [];
  if (now?.source !== fingerprint.source)
    return [
      {
        code: 'WORKFLOW_SOURCE_DRIFT',
        message: now ? 'The file changed since the run started.' : 'The file was deleted since the run started.',
      },
    ];
  if (now.bindings !== fingerprint.bindings)
    return [{ code: 'BINDING_DRIFT', message: 'The bindings of the project changed since the run started.' }];
  return [];
};

/** The folder the session works in, unless an export left it out. */
export const workspaceOf = (session: SessionState): string | null => {
  const root = session.observations.get('repo_root')?.value;
  return root?.type === 'path' && root.value !== REDACTED ? root.value : null;
};

import type { ErrorEnvelope } from '@atelier/contracts';
import type { HistoryEntry } from '@atelier/contracts/studio';
import { useCallback, useEffect, useState } from 'react';
import { useAtelier } from '../../../client/atelier-context.ts';

export type HistoryState = {
  readonly entries: readonly HistoryEntry[];
  readonly more: boolean;
  readonly isLoading: boolean;
  readonly error?: ErrorEnvelope;
};

const pageSize = 30;

/** The past of a project, the newest first; asked again when the project has a new version. */
export const useHistory = (projectId: string, version: number) => {
  const { commands } = useAtelier();
  const [state, setState] = useState<HistoryState>({ entries: [], more: false, isLoading: true });
  const load = useCallback(
    async (before?: number) => {
      setState((known) => ({ ...known, isLoading: true }));
      const reply = await commands.StudioHistoryGet({
        projectId,
        limit: pageSize,
        ...(before === undefined ? {} : { before }),
      });
      setState((known) => {
        if (!reply.ok) return { ...known, isLoading: false, error: reply.error };
        const { entries, more } = reply.value;
        return {
          entries: before === undefined ? entries : [...known.entries, ...entries],
          more,
          isLoading: false,
        };
      });
    },
    [commands, projectId],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version has a new entry
  useEffect(() => {
    load().catch(console.error);
  }, [load, version]);
  return { ...state, older: () => load(state.entries.at(-1)?.seq) };
};

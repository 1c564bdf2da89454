import { useState } from 'react';
import type { ProjectStore } from '../project-store.ts';
import { useAct, useProjectView } from '../use-project.ts';

/** The most that one turn approves. */
const atOnce = 50;

/** Approves elements as they are in front of the person; one that changed meanwhile is refused. */
export const useApprove = (project: ProjectStore) => {
  const { specHashes } = useProjectView(project);
  const act = useAct(project);
  const [isApproving, setIsApproving] = useState(false);
  const approve = async (elementIds: readonly string[]) => {
    const ids = elementIds.slice(0, atOnce);
    setIsApproving(true);
    await act({
      type: 'approveElement',
      elementIds: ids,
      expectedSpecHashes: Object.fromEntries(ids.map((id) => [id, specHashes[id] ?? ''])),
    });
    setIsApproving(false);
  };
  return { approve, isApproving };
};

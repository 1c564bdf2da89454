import { useProjection } from '../../../client/use-projection.ts';
import type { ProjectStore } from '../project-store.ts';
import { useAct } from '../use-project.ts';
import { createDraftEdits, type DraftEdit, type DraftEdits } from './draft-edits.ts';

const byProject = new WeakMap<ProjectStore, DraftEdits>();

export const draftEditsOf = (project: ProjectStore): DraftEdits => {
  const edits = byProject.get(project) ?? createDraftEdits(project);
  byProject.set(project, edits);
  return edits;
};

/** Changes to the open draft; the list already shows those that are on their way. */
export const useDraftEdits = (project: ProjectStore) => {
  const act = useAct(project);
  const edits = draftEditsOf(project);
  const { sent, waiting } = useProjection(edits.now);
  const included = new Map(
    [...sent, ...waiting].flatMap((edit) => ('include' in edit ? [[edit.opId, edit.include] as const] : [])),
  );
  return {
    edit: (made: readonly DraftEdit[]) => edits.edit(made, act),
    /** As a person set it, before the server has said so. */
    isIncluded: (opId: string, known: boolean): boolean => included.get(opId) ?? known,
  };
};

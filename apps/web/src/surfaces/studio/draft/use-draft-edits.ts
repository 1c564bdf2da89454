import type { StudioEventOf } from '@atelier/contracts/studio';
import { useEffect, useRef, useState } from 'react';
import type { ProjectStore } from '../project-store.ts';
import { useAct, useProjectView } from '../use-project.ts';

export type DraftEdit = StudioEventOf<'editDraft'>['edits'][number];

/** Ticks in a row are one edit: each edit is a revision of the draft. */
const gatherMs = 200;

/**
 * Changes to the open draft, in order. While one is under way the next ones wait for the revision it makes, and the
 * list already shows them.
 */
export const useDraftEdits = (project: ProjectStore) => {
  const { session } = useProjectView(project);
  const act = useAct(project);
  const [waiting, setWaiting] = useState<readonly DraftEdit[]>([]);
  const [underWay, setUnderWay] = useState<{ readonly revision: number; readonly edits: readonly DraftEdit[] }>();
  const revision = session.draft?.revision;
  const latest = useRef(act);
  latest.current = act;

  useEffect(() => {
    // The revision it made is here.
    if (underWay !== undefined && revision !== underWay.revision) setUnderWay(undefined);
  }, [revision, underWay]);

  useEffect(() => {
    if (waiting.length === 0 || underWay !== undefined || revision === undefined) return;
    const timer = setTimeout(() => {
      setUnderWay({ revision, edits: waiting });
      setWaiting([]);
      latest.current({ type: 'editDraft', expectedDraftRevision: revision, edits: [...waiting] }).then((done) => {
        if (done?.outcome !== 'done') setUnderWay(undefined);
      }, console.error);
    }, gatherMs);
    return () => clearTimeout(timer);
  }, [waiting, underWay, revision]);

  const included = new Map(
    [...(underWay?.edits ?? []), ...waiting].flatMap((edit) =>
      'include' in edit ? [[edit.opId, edit.include] as const] : [],
    ),
  );
  return {
    isBusy: underWay !== undefined || waiting.length > 0,
    edit: (edits: readonly DraftEdit[]) => setWaiting((now) => [...now, ...edits].slice(-200)),
    /** As a person set it, before the server has said so. */
    isIncluded: (opId: string, known: boolean): boolean => included.get(opId) ?? known,
  };
};

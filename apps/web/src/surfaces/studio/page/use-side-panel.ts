import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useProjection } from '../../../client/use-projection.ts';
import { panels } from '../panels.ts';
import type { ProjectStore } from '../project-store.ts';
import { useProjectView } from '../use-project.ts';
import { panelToOpen } from './panel-to-open.ts';

/** What `?panel=` says; on a narrow screen the conversation is one of them. */
export const talkPanel = 'talk';

export const useSidePanel = (project: ProjectStore) => {
  const { panel } = useSearch({ strict: false }) as { readonly panel?: string };
  const navigate = useNavigate();
  const { session } = useProjectView(project);
  const answers = useProjection(project.answers);
  const show = useCallback(
    (id: string) => {
      navigate({ to: '.', search: { panel: id } as never, replace: true }).catch(console.error);
    },
    [navigate],
  );
  const seen = useRef<Parameters<typeof panelToOpen>[0]>(undefined);
  const now = {
    draftId: session.draft?.draftId,
    channel: session.settings.pinnedChannel,
    asked: [...answers.values()].findLast(({ render }) => render.kind === 'questions' && render.purpose === 'intake')
      ?.turnId,
  };
  const opens = panelToOpen(seen.current, now, panel !== undefined);
  useEffect(() => {
    seen.current = now;
    if (opens !== undefined) show(opens);
  });
  const known = panel === talkPanel || panels.some(({ id }) => id === panel);
  return { panel: known ? panel : undefined, show };
};

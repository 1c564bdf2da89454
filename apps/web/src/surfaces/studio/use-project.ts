import type { ProjectView, StudioEvent, StudioTurnDone } from '@atelier/contracts/studio';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Atelier } from '../../client/atelier.ts';
import { useAtelier } from '../../client/atelier-context.ts';
import { derive } from '../../client/observable.ts';
import { useProjection } from '../../client/use-projection.ts';
import { useRefusalText } from '../../i18n/use-refusal-text.ts';
import { toasts } from '../../ui/toast-store.ts';
import { createProjectStore, type ProjectStore, type TurnReply } from './project-store.ts';
import { useShownText } from './shown-text.tsx';

const byAtelier = new WeakMap<Atelier, Map<string, ProjectStore>>();

const storeOf = (atelier: Atelier, projectId: string): ProjectStore => {
  const known = byAtelier.get(atelier) ?? new Map<string, ProjectStore>();
  byAtelier.set(atelier, known);
  const found = known.get(projectId) ?? createProjectStore(atelier, projectId);
  known.set(projectId, found);
  return found;
};

/** The project of a page, followed while the page is in sight. */
export const useProjectStore = (projectId: string): ProjectStore => {
  const project = storeOf(useAtelier(), projectId);
  useEffect(() => project.open(), [project]);
  return project;
};

/** The project as it is now. Panels are drawn only once it is there. */
export const useProjectView = (project: ProjectStore): ProjectView => {
  const viewed = useMemo(
    () => derive(project.state, (state) => (state.phase === 'ready' ? state.view : undefined)),
    [project],
  );
  const view = useProjection(viewed);
  if (view === undefined) throw new Error(`project ${project.projectId} is not loaded`);
  return view;
};

/** Says a refusal in words. What was never sent, or stopped by the person, is no news to them. */
export const useRefused = (): ((reply: TurnReply) => StudioTurnDone | undefined) => {
  const { t } = useTranslation('shell');
  const refusalText = useRefusalText('studio');
  return (reply) => {
    if (reply.ok) return reply.value;
    if (reply.error.code !== 'WITHDRAWN' && reply.error.code !== 'TURN_CANCELLED')
      toasts.show({ tone: 'danger', title: t('refused'), detail: refusalText(reply.error) });
    return undefined;
  };
};

type Act = (event: StudioEvent, retryOf?: string) => Promise<StudioTurnDone | undefined>;

/** Does something to the project and says in words what stood in its way. Undefined: it was not carried out. */
export const useAct = (project: ProjectStore): Act => {
  const { t } = useTranslation('studio');
  const refused = useRefused();
  const shown = useShownText();
  return async (event, retryOf) => {
    const done = refused(await project.send(event, retryOf));
    // What was said in the thread is read there; what a button met is said beside it.
    if (done?.outcome === 'rejected' && event.type !== 'chatMessage' && event.type !== 'reviseDraft') {
      const [first] = done.blockers;
      toasts.show({
        tone: 'danger',
        title: t('studio:notDone'),
        detail: first === undefined ? done.assistantMessage.text : shown(first.message),
      });
    }
    return done;
  };
};

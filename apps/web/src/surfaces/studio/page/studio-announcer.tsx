import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import type { ProjectStore } from '../project-store.ts';
import { useProjectView } from '../use-project.ts';

/** Says aloud what a screen shows by itself: that it works, what was answered, and which revision waits. */
export const StudioAnnouncer = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const { session, messages } = useProjectView(project);
  const { items, isHeld } = useProjection(project.queue);
  const { draft, activeTurn } = session;
  const last = messages.findLast(({ role }) => role !== 'user');
  const isWorking = activeTurn !== null || items.length > 0;
  return (
    <>
      <p role="status" className="sr-only">
        {isHeld ? t('status.held') : isWorking ? t('status.executing') : t('status.idle')}
      </p>
      <p aria-live="polite" className="sr-only">
        {draft !== null && t('draft.said', { revision: draft.revision, count: draft.ops.length })}
      </p>
      <p aria-live="polite" lang={last?.lang} className="sr-only">
        {!isWorking && last?.text}
      </p>
    </>
  );
};

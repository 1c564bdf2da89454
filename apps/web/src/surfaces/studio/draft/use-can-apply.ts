import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import type { ProjectStore } from '../project-store.ts';
import { useProjectView } from '../use-project.ts';

/** Only Apply has guards: an open draft, a scope that is clear, and nothing under way. */
export const useCanApply = (project: ProjectStore): { readonly can: boolean; readonly why: string | undefined } => {
  const { t } = useTranslation('studio');
  const { session } = useProjectView(project);
  const { items } = useProjection(project.queue);
  const { draft, settings, activeTurn } = session;
  const why =
    draft === null || !draft.ops.some(({ include }) => include)
      ? t('draft.why.nothing')
      : draft.status === 'blocked'
        ? t('draft.why.blocked')
        : settings.openScope !== null
          ? t('draft.why.scope')
          : activeTurn !== null || items.length > 0
            ? t('draft.why.busy')
            : undefined;
  return { can: why === undefined, why };
};

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { toasts } from '../../../ui/toast-store.ts';
import type { ProjectStore } from '../project-store.ts';
import { useShownText } from '../shown-text.tsx';

/** A change that was sent from a page that is gone, and was refused: whoever made it is told here. */
export const useUnheard = (project: ProjectStore): void => {
  const { t } = useTranslation('studio');
  const refusalText = useRefusalText('studio');
  const shown = useShownText();
  const unheard = useProjection(project.unheard);
  useEffect(() => {
    if (unheard.length === 0) return;
    project.hearAll();
    for (const reply of unheard) {
      const why = reply.ok ? shown(reply.value.blockers.at(-1)?.message) : refusalText(reply.error);
      toasts.show({ tone: 'danger', title: t('records.heldNotSaved'), detail: why });
    }
  });
};

import type { WorkbenchView } from '@atelier/contracts';
import i18next from 'i18next';
import type { Projection } from '../../../client/projection.ts';
import { notices } from '../../../ui/notices/tab-notices.ts';
import { attentionFor } from './attention.ts';

const tone = { ended: 'neutral', draft: 'draft', paused: 'draft', asks: 'danger' } as const;

/** Calls the person back to a Workbench of this tab, wherever in the app they are, and when the tab is hidden. */
export const watchAttention = (projection: Projection<WorkbenchView>): void => {
  let before: WorkbenchView | undefined;
  projection.subscribe(() => {
    const now = projection.get();
    if (now.phase !== 'ready' || now.view === before) return;
    const { view } = now;
    const attention = before === undefined ? undefined : attentionFor(standing(before), standing(view));
    before = view;
    if (attention === undefined) return;
    notices.notify({
      id: `workbench:${view.workbenchId}`,
      surface: 'workshop',
      title: view.name,
      detail: i18next.t(`workshop:notify.${attention}`),
      path: `/workshop/${view.workbenchId}`,
      tone: tone[attention],
    });
  });
};

const standing = ({ run, draft }: WorkbenchView) => ({ run, revisionId: draft?.revisionId ?? null });

import { FileDiff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Money } from '../money.tsx';
import { asks } from '../page/asks.ts';
import type { ProjectStore } from '../project-store.ts';
import { useProjectView } from '../use-project.ts';
import { useCanApply } from './use-can-apply.ts';

type Props = { readonly project: ProjectStore; readonly onView: () => void };

/** An open draft is never out of sight. */
export const DraftBanner = ({ project, onView }: Props) => {
  const { t } = useTranslation('studio');
  const { project: record, session, canSeeCosts } = useProjectView(project);
  const { can, why } = useCanApply(project);
  const { draft } = session;
  if (draft === null) return null;
  const included = draft.ops.filter(({ include }) => include).length;
  return (
    <section
      aria-label={t('draft.bannerLabel')}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b bg-draft-soft px-4 py-1.5 text-draft-text text-sm"
    >
      <FileDiff size={15} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-56">
        <span className="font-medium">{t('draft.banner')}</span>
        {' · '}
        {t('draft.revision', { revision: draft.revision })}
        {' · '}
        {t('draft.changes', { count: included })}
        {canSeeCosts && draft.impact.subtotalDeltaMinor !== 0 && (
          <>
            {' · '}
            <Money minor={draft.impact.subtotalDeltaMinor} currency={record.currency} signed /> {t('draft.beforeVat')}
          </>
        )}
        {draft.status !== 'open' && <span className="font-medium"> · {t(`draft.status.${draft.status}`)}</span>}
      </p>
      <span className="flex items-center gap-1.5">
        <Button size="sm" onClick={onView}>
          {t('draft.view')}
        </Button>
        {draft.status === 'conflicted' ? (
          <Button size="sm" tone="primary" onClick={() => asks.set({ ask: 'conflicts' })}>
            {t('draft.resolve')}
          </Button>
        ) : (
          <Button size="sm" tone="primary" disabled={!can} title={why} onClick={() => asks.set({ ask: 'apply' })}>
            {t('draft.apply')}
          </Button>
        )}
        <Button size="sm" tone="quiet" onClick={() => asks.set({ ask: 'discard' })}>
          {t('draft.discard')}
        </Button>
      </span>
    </section>
  );
};

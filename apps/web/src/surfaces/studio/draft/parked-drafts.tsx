import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Shown } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';

/** Drafts set aside, and those the project proposes by itself. None of them does anything until it is taken up. */
export const ParkedDrafts = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const { session } = useProjectView(project);
  const act = useAct(project);
  if (session.parked.length === 0) return null;
  return (
    <section aria-labelledby="studio-parked" className="flex flex-col gap-2">
      <h3 id="studio-parked" className="font-semibold">
        {t('draft.parked')}
      </h3>
      <ul className="flex flex-col gap-2">
        {session.parked.map(({ draftId, title, ops, source }) => (
          <li
            key={draftId}
            className="flex flex-wrap items-center gap-2 rounded-md border border-line border-dashed bg-raised px-3 py-2"
          >
            <span className="min-w-0 flex-1 basis-40">
              <Shown text={title} className="font-medium" />
              <span className="flex items-center gap-2 text-muted text-sm">
                {t('draft.changes', { count: ops.length })}
                {source !== 'user' && <Badge>{t(`draft.source.${source}`)}</Badge>}
              </span>
            </span>
            {session.draft !== null && (
              <Button size="sm" onClick={() => void act({ type: 'activateDraft', draftId, mode: 'append' })}>
                {t('draft.append')}
              </Button>
            )}
            <Button size="sm" onClick={() => void act({ type: 'activateDraft', draftId, mode: 'replace' })}>
              {t('draft.activate')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};

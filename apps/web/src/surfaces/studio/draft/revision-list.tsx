import type { Draft } from '@atelier/contracts/studio';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useAct, useProjectView } from '../use-project.ts';

type Props = { readonly project: ProjectStore; readonly draft: Draft };

/** Earlier revisions; going back to one is a new revision, so nothing is lost by trying. */
export const RevisionList = ({ project, draft }: Props) => {
  const { t } = useTranslation('studio');
  const { session } = useProjectView(project);
  const act = useAct(project);
  const earlier = session.revisions.filter(({ revision }) => revision !== draft.revision);
  if (earlier.length === 0) return null;
  return (
    <div>
      <Menu
        align="start"
        trigger={
          <button type="button" className={buttonClass('quiet', 'sm')}>
            <History size={13} aria-hidden="true" />
            {t('draft.revisions', { count: earlier.length })}
          </button>
        }
        items={[...earlier].reverse().map(({ revision }) => ({
          id: String(revision),
          label: t('draft.restoreRevision', { revision }),
          onSelect: () => void act({ type: 'restoreDraftRevision', draftId: draft.draftId, revision }),
        }))}
      />
    </div>
  );
};

import { FileDiff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { PanelProps } from '../panels.ts';
import { useProjectView } from '../use-project.ts';
import { DiffList } from './diff-list.tsx';
import { DraftComments } from './draft-comments.tsx';
import { DraftHead } from './draft-head.tsx';
import { ParkedDrafts } from './parked-drafts.tsx';
import { RevisionSlider } from './revision-slider.tsx';
import { SharedDrafts } from './shared-drafts.tsx';

/** Pending changes: what is proposed, why, and what it comes to. Nothing of it has happened yet. */
const DraftPanel = ({ project }: PanelProps) => {
  const { t } = useTranslation('studio');
  const { session } = useProjectView(project);
  return (
    <div className="flex flex-col gap-4 p-4">
      {session.draft === null ? (
        <EmptyState icon={<FileDiff size={18} />} title={t('draft.none')}>
          {t('draft.noneDetail')}
        </EmptyState>
      ) : (
        <>
          <DraftHead project={project} draft={session.draft} />
          {(session.draft.isShared || session.comments.length > 0) && (
            <DraftComments project={project} draftId={session.draft.draftId} comments={session.comments} />
          )}
          <RevisionSlider project={project} draft={session.draft}>
            <DiffList project={project} draft={session.draft} />
          </RevisionSlider>
        </>
      )}
      <ParkedDrafts project={project} />
      <SharedDrafts project={project} />
    </div>
  );
};

export default DraftPanel;

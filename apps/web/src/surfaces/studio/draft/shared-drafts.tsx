import { useTranslation } from 'react-i18next';
import type { ProjectStore } from '../project-store.ts';
import { Person } from '../records/person.tsx';
import { Shown } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { DraftComments } from './draft-comments.tsx';
import { ReadOp } from './read-op.tsx';

/** What others are about to change and let everybody read. Only they can apply it. */
export const SharedDrafts = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const view = useProjectView(project);
  if (view.sharedDrafts.length === 0) return null;
  return (
    <section aria-labelledby="studio-shared" className="flex flex-col gap-2">
      <h3 id="studio-shared" className="font-semibold">
        {t('draft.sharedByOthers')}
      </h3>
      {view.sharedDrafts.map(({ by, draftId, title, revision, diff, comments }) => {
        const ops = diff.flatMap((group) => group.ops).filter(({ include }) => include);
        return (
          <details key={draftId} className="rounded-md border border-line border-dashed bg-raised px-3 py-2">
            <summary className="cursor-pointer">
              <Shown text={title} className="font-medium" />
              <span className="text-muted text-sm">
                {' · '}
                <Person id={by} />
                {' · '}
                {t('draft.revision', { revision })}
                {' · '}
                {t('draft.changes', { count: ops.length })}
                {comments.length > 0 && ` · ${t('draft.commentCount', { count: comments.length })}`}
              </span>
            </summary>
            <ul className="mt-2 flex flex-col divide-y divide-line">
              {ops.map((op) => (
                <ReadOp key={op.opId} op={op} view={view} />
              ))}
            </ul>
            <div className="mt-3">
              <DraftComments project={project} draftId={draftId} comments={comments} />
            </div>
          </details>
        );
      })}
    </section>
  );
};

import type { OpDiff, ProjectView } from '@atelier/contracts/studio';
import { entityNames } from '@atelier/studio/view';
import { useTranslation } from 'react-i18next';
import type { ProjectStore } from '../project-store.ts';
import { Person } from '../records/person.tsx';
import { Shown, useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { DraftComments } from './draft-comments.tsx';
import { FieldName, FieldValue } from './field-value.tsx';
import { Arrow } from './impact-strip.tsx';

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
                <SharedOp key={op.opId} op={op} view={view} />
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

const SharedOp = ({ op, view }: { readonly op: OpDiff; readonly view: ProjectView }) => {
  const { t } = useTranslation('studio');
  const shown = useShownText();
  const what = shown(entityNames[op.entity as keyof typeof entityNames]);
  return (
    <li className="flex flex-col gap-0.5 py-1.5 text-sm">
      <span>
        <Shown text={op.label} className="font-medium" />{' '}
        <span className="text-muted">{t(`op.${op.op}`, { what })}</span>
      </span>
      {op.op === 'set' && (
        <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-3">
          {op.fields.map(({ path, from, to }) => (
            <div key={path} className="contents">
              <dt className="text-muted">
                <FieldName path={path} />
              </dt>
              <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
                <del className="text-muted">
                  <FieldValue path={path} value={from} view={view} />
                </del>
                <Arrow />
                <FieldValue path={path} value={to} view={view} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
};

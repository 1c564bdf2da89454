import type { Draft } from '@atelier/contracts/studio';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Shown } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { ImpactStrip } from './impact-strip.tsx';
import { ReadOp } from './read-op.tsx';

type Props = { readonly project: ProjectStore; readonly draft: Draft; readonly children: ReactNode };

/** Through the revisions of a draft. The newest is worked on; an earlier one is read, and can be gone back to. */
export const RevisionSlider = ({ project, draft, children }: Props) => {
  const { t } = useTranslation('studio');
  const id = useId();
  const { draftId, revision: newest } = draft;
  // Where somebody looked is forgotten with the next revision: that is what they wait for then.
  const [looked, setLooked] = useState<{ readonly draftId: string; readonly newest: number; readonly at: number }>();
  const at = looked?.draftId === draftId && looked.newest === newest ? looked.at : newest;
  return (
    <>
      {/* What follows keeps its place, and with it the focus, when the second revision brings the slider. */}
      {newest > 1 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <label htmlFor={id} className="font-medium">
            {t('draft.revisionSlider')}
          </label>
          <input
            id={id}
            type="range"
            min={1}
            max={newest}
            value={at}
            aria-valuetext={t('draft.revisionOf', { revision: at, count: newest })}
            onChange={(event) => setLooked({ draftId, newest, at: Number(event.target.value) })}
            className="min-w-24 max-w-72 flex-1 accent-(--accent-solid)"
          />
          <span aria-hidden="true" className="text-muted tabular-nums">
            {t('draft.revisionOf', { revision: at, count: newest })}
          </span>
        </div>
      )}
      {at === newest ? (
        children
      ) : (
        <Earlier project={project} draftId={draftId} revision={at} onNewest={() => setLooked(undefined)} />
      )}
    </>
  );
};

type EarlierProps = {
  readonly project: ProjectStore;
  readonly draftId: string;
  readonly revision: number;
  readonly onNewest: () => void;
};

const Earlier = ({ project, draftId, revision, onNewest }: EarlierProps) => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const refusalText = useRefusalText('studio');
  const view = useProjectView(project);
  const act = useAct(project);
  const { projectId, version } = view;
  const { data } = useQuery({
    queryKey: ['studio', 'StudioDraftRevisionGet', projectId, draftId, revision, version],
    queryFn: () => commands.StudioDraftRevisionGet({ projectId, draftId, revision }),
  });
  // What this revision would make is called as it says there.
  const then = data?.ok ? { ...view, session: { ...view.session, diff: data.value.diff } } : view;
  return (
    <section aria-label={t('draft.revision', { revision })} className="flex flex-col gap-3">
      <Banner
        tone="draft"
        title={t('draft.lookingBack', { revision })}
        action={
          <span className="flex flex-wrap gap-1.5">
            <Button size="sm" onClick={() => void act({ type: 'restoreDraftRevision', draftId, revision })}>
              {t('draft.restoreRevision', { revision })}
            </Button>
            <Button size="sm" tone="quiet" onClick={onNewest}>
              {t('draft.newestRevision')}
            </Button>
          </span>
        }
      />
      {data === undefined && <Skeleton className="h-24" />}
      {data?.ok === false && <Banner tone="danger" title={refusalText(data.error)} />}
      {data?.ok === true && (
        <>
          <ImpactStrip view={view} impact={data.value.impact} />
          {data.value.diff.map(({ elementId, label, ops }) => (
            <section key={elementId ?? 'project'}>
              <h3 className="py-1.5 font-medium">
                <Shown text={label} />
              </h3>
              <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-raised px-3">
                {ops
                  .filter(({ include }) => include)
                  .map((op) => (
                    <ReadOp key={op.opId} op={op} view={then} />
                  ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </section>
  );
};

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { Markdown } from '../../../code/markdown.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { useNames } from '../../../models/names.ts';
import { Banner } from '../../../ui/banner.tsx';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useBench } from '../bench/bench-context.ts';
import { PlanList } from './plan-list.tsx';
import { ReplayCheck } from './replay-check.tsx';
import { SentPrompts } from './sent-prompts.tsx';
import { TracePhases } from './trace-phases.tsx';
import { TracedCalls } from './traced-calls.tsx';

type Props = { readonly messageId: string; readonly onClose: () => void };

/** How an answer was made: its phases, its plan, what was found out, every call with its answer. */
export const TraceSheet = ({ messageId, onClose }: Props) => {
  const { t } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { workbenchId, models } = useBench();
  const { modelName } = useNames();
  const refusalText = useRefusalText('workshop');
  const { data } = useQuery({
    queryKey: ['workshop', workbenchId, 'WorkshopTrace', messageId],
    queryFn: () => commands.WorkshopTrace({ workbenchId, messageId }),
  });
  return (
    <SideSheet open onOpenChange={onClose} title={t('chat.trace')}>
      {data === undefined && <SkeletonLines lines={6} />}
      {data?.ok === false && <Banner tone="danger" title={refusalText(data.error)} />}
      {data?.ok === true && (
        <div className="flex flex-col gap-6">
          {data.value.modelId !== null && (
            <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
              <bdi>{modelName(data.value.modelId, models.models)}</bdi>
              {data.value.sessionId !== null && (
                <Link
                  to="/workrail/sessions/$sessionId"
                  params={{ sessionId: data.value.sessionId } as never}
                  search={{ run: data.value.runId } as never}
                  className="rounded-sm text-accent-text underline decoration-1 underline-offset-3 hover:no-underline"
                >
                  {t('trace.inWorkRail')}
                </Link>
              )}
            </p>
          )}
          {data.value.phases.length > 0 && <TracePhases phases={data.value.phases} meter={data.value.meter} />}
          {data.value.plan !== null && data.value.plan.length > 0 && (
            <section aria-label={t('status.plan_label')}>
              <h3 className="pb-2 font-medium text-faint text-xs">{t('status.plan_label')}</h3>
              <PlanList plan={data.value.plan} current={null} />
            </section>
          )}
          {data.value.research !== null && (
            <details className="rounded-md border border-line bg-raised">
              <summary className="cursor-pointer px-3 py-2 text-sm">{t('trace.findings')}</summary>
              <div className="border-line border-t px-3 py-3 text-sm">
                <Markdown whileLoading={<SkeletonLines lines={3} />} text={data.value.research} />
              </div>
            </details>
          )}
          <section aria-label={t('status.activity')} className="flex flex-col gap-1.5">
            <h3 className="pb-1 font-medium text-faint text-xs">{t('status.activity')}</h3>
            {data.value.tools.length === 0 && <p className="text-muted">{t('chat.traceEmpty')}</p>}
            <TracedCalls messageId={messageId} calls={data.value.tools} />
          </section>
          {data.value.tools.some((call) => call.kind === 'tool' && call.access === 'write') && (
            <ReplayCheck messageId={messageId} />
          )}
          {data.value.prompts.length > 0 && <SentPrompts prompts={data.value.prompts} />}
        </div>
      )}
    </SideSheet>
  );
};

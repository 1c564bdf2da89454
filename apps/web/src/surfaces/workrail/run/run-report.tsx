import type { RunView } from '@atelier/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { ReportText } from './report-text.tsx';

/** The run on one page: goal, path, decisions and gaps. */
export const RunReportView = ({ run }: { readonly run: RunView }) => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const refusalText = useRefusalText();
  const { sessionId, runId } = run;
  const { data } = useQuery({
    queryKey: ['rails', sessionId, 'RunReportGet', runId],
    queryFn: () => commands.RunReportGet({ sessionId, runId }),
    placeholderData: keepPreviousData,
  });
  if (data?.ok === false) return <EmptyState icon={<TriangleAlert size={18} />} title={refusalText(data.error)} />;
  return (
    // Where panes stand one below the other, the page scrolls: a report is read from end to end.
    <div
      className="absolute inset-0 in-data-[panes=stacked]:static overflow-y-auto px-5 py-4"
      aria-busy={data === undefined}
    >
      {data === undefined ? (
        <SkeletonLines lines={6} />
      ) : (
        <>
          <div className="mb-3 flex justify-end">
            <CopyButton text={data.value.markdown} label={t('run.copyReport')} />
          </div>
          <ReportText report={data.value.view} />
        </>
      )}
    </div>
  );
};

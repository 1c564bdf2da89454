import type { ReportChoice, ReportDecision, ReportStep, RunReport } from '@atelier/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown } from '../../../code/markdown.ts';
import { formatDuration, formatMoment } from '../../../i18n/format.ts';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Disclosure } from '../parts/disclosure.tsx';
import { type Fact, Facts, Id } from '../parts/facts.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';

/** The report in the reader's language; what agents wrote stays as they wrote it. */
export const ReportText = ({ report }: { readonly report: RunReport }) => {
  const { t, i18n } = useTranslation('workrail');
  const open = report.gaps.filter(({ openAtTip }) => openAtTip);
  const closed = report.gaps.flatMap(({ gapId, summary, resolvedBy }) =>
    resolvedBy ? [{ gapId, summary, by: resolvedBy.summary }] : [],
  );
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <section aria-label={t('run.report')}>
        <h2 className="mb-2 text-pretty font-semibold text-lg">
          <bdi>{report.goal ?? report.workflowName}</bdi>
        </h2>
        <Facts facts={factsOf(report, t, i18n.language)} />
      </section>
      {report.path.map((step) => (
        <StepSection key={step.nodeId} step={step} />
      ))}
      <Listed title={t('report.decisions')}>
        {report.decisions.map((decision) => (
          <DecisionLine key={decision.evidence.join()} decision={decision} />
        ))}
      </Listed>
      <Listed title={t('report.branches')}>
        {report.forks.map(({ nodeId, title, steps, notes }) => (
          <li key={nodeId}>
            <bdi>{title}</bdi> · {t('graph.steps', { count: steps })}
            {notes !== null && (
              <div className="line-clamp-3 text-muted">
                <Markdown whileLoading={<SkeletonLines lines={2} />} text={notes} />
              </div>
            )}
          </li>
        ))}
      </Listed>
      <Listed title={t('report.openGaps')}>
        {open.map(({ gapId, severity, summary }) => (
          <li key={gapId}>
            {t(`gaps.severity.${severity}`)}: <bdi>{summary}</bdi>
          </li>
        ))}
      </Listed>
      <Listed title={t('report.closedGaps')}>
        {closed.map(({ gapId, summary, by }) => (
          <li key={gapId}>
            <bdi>{summary}</bdi>
            <p className="text-muted" dir="auto">
              {by}
            </p>
          </li>
        ))}
      </Listed>
      <Disclosure title={t('node.ids')}>
        <Facts
          facts={[
            { label: t('ids.session'), value: <Id value={report.sessionId} /> },
            { label: t('ids.run'), value: <Id value={report.runId} /> },
            { label: t('report.workflow'), value: <Id value={report.workflowId} /> },
            { label: t('report.hash'), value: <Id value={report.workflowHash} /> },
          ]}
        />
      </Disclosure>
    </div>
  );
};

type Translate = ReturnType<typeof useTranslation<'workrail'>>['t'];

const factsOf = (report: RunReport, t: Translate, language: string): readonly Fact[] => [
  { label: t('report.workflow'), value: <bdi>{report.workflowName}</bdi> },
  { label: t('report.status'), value: <StatusBadge status={report.status} isWaitingForYou={false} /> },
  { label: t('report.started'), value: formatMoment(report.startedAt, language) },
  ...(report.endedAt === null ? [] : [{ label: t('report.ended'), value: formatMoment(report.endedAt, language) }]),
  { label: t('report.took'), value: formatDuration(report.durationMs, language) },
];

const StepSection = ({ step }: { readonly step: ReportStep }) => {
  const { t, i18n } = useTranslation('workrail');
  const { title, passes, state, tries, durationMs, notes } = step;
  const how =
    state !== 'done'
      ? t(`report.${state}`)
      : tries > 1
        ? t('graph.doneAt', { count: tries, ordinal: true })
        : t('graph.step');
  return (
    <section>
      <h3 className="font-medium">
        <bdi>{title}</bdi>
        {passes !== null && (
          <span className="font-normal text-muted">
            {' '}
            · <bdi>{passes}</bdi>
          </span>
        )}
      </h3>
      <p className="text-faint text-sm">
        {[how, ...(durationMs === null ? [] : [formatDuration(durationMs, i18n.language)])].join(' · ')}
      </p>
      {notes !== null && (
        <div className="mt-2 border-line border-s-2 ps-3">
          <Markdown whileLoading={<SkeletonLines lines={3} />} text={notes} />
        </div>
      )}
    </section>
  );
};

const DecisionLine = ({ decision: { title, what, why } }: { readonly decision: ReportDecision }) => {
  const { t } = useTranslation('workrail');
  return (
    <li>
      <bdi>{title}</bdi>: <span className="font-medium">{choiceText(what, t)}</span>
      {why !== null && (
        <p className="text-muted" dir="auto">
          {why}
        </p>
      )}
    </li>
  );
};

const choiceText = (what: ReportChoice, t: Translate): string => {
  switch (what.kind) {
    case 'left_workflow':
      return t('report.what.left_workflow', { reason: what.reason ?? '–' });
    case 'assessed':
      return t('report.what.assessed', { name: what.assessmentId ?? '–' });
    case 'verified':
      return t('report.what.verified', { verdict: what.verdict ?? '–' });
    default:
      return t(`report.what.${what.kind}`);
  }
};

const Listed = ({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) =>
  children.length === 0 ? null : (
    <section>
      <h3 className="mb-1 font-medium">{title}</h3>
      <ul className="flex list-disc flex-col gap-1.5 ps-5">{children}</ul>
    </section>
  );

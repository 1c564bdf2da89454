import { previewFilePath } from '@atelier/contracts/studio';
import { Eye, FileText, MessageCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { IssueLine } from '../draft/issue-list.tsx';
import type { PanelProps } from '../panels.ts';
import { PanelFrame } from '../records/panel-frame.tsx';
import { useProjectView } from '../use-project.ts';
import { IssueQuote } from './issue-quote.tsx';
import { PaymentPlanEditor } from './payment-plan-editor.tsx';
import { PricingEditor } from './pricing-editor.tsx';
import { QuoteDocument } from './quote-document.tsx';
import { QuoteLines } from './quote-lines.tsx';
import { QuoteVersions } from './quote-versions.tsx';
import { Remedy } from './remedy.tsx';
import { SendToWorkbench } from './send-to-workbench.tsx';
import { SummaryDialog } from './summary-dialog.tsx';
import { useWorkingQuote } from './use-working-quote.ts';

type Locale = 'he' | 'en' | 'both';

/** The offer: as it stands, as its client would see it, and every version that left the house. */
const QuotePanel = ({ project }: PanelProps) => {
  const { t } = useTranslation('studio');
  const { projectId, project: record, canSeeCosts } = useProjectView(project);
  const state = useProjection(project.state);
  const { working, isNow } = useWorkingQuote(project);
  const [locale, setLocale] = useState<Locale>(record.primaryLang);
  const [isPreviewed, setPreviewed] = useState(false);
  const [isSummed, setSummed] = useState(false);
  const stamp = state.phase === 'ready' ? String(state.seq) : '';
  return (
    <PanelFrame
      title={t('panels.quote')}
      actions={
        <>
          <Segmented
            label={t('quote.language')}
            value={locale}
            choices={(['he', 'en', 'both'] as const).map((value) => ({ value, label: t(`quote.locale.${value}`) }))}
            onChange={setLocale}
          />
          {working && <IssueQuote project={project} working={working} isNow={isNow} locale={locale} />}
        </>
      }
    >
      {working === undefined && <SkeletonLines lines={6} />}
      {working === null && <p className="text-muted">{t('quote.noPolicy')}</p>}
      {working && (
        <>
          {working.blocked
            .filter(({ code }) => code === 'QUOTE_NO_COMPANY')
            .map((issue) => (
              <div key={issue.code} className="flex flex-col gap-1.5">
                <IssueLine issue={issue} />
                <Remedy project={project} working={working} code={issue.code} />
              </div>
            ))}
          <Part
            title={t('quote.now')}
            action={
              <span className="flex flex-wrap gap-1.5">
                <Button
                  size="sm"
                  icon={<Eye size={13} />}
                  aria-expanded={isPreviewed}
                  onClick={() => setPreviewed(!isPreviewed)}
                >
                  {isPreviewed ? t('quote.hidePreview') : t('quote.preview')}
                </Button>
                <a
                  href={previewFilePath(projectId, 'pdf', locale)}
                  target="_blank"
                  rel="noreferrer"
                  className={buttonClass('neutral', 'sm')}
                >
                  <FileText size={13} aria-hidden="true" />
                  {t('quote.pdf')}
                </a>
                <Button size="sm" tone="quiet" icon={<MessageCircle size={13} />} onClick={() => setSummed(true)}>
                  {t('quote.summary')}
                </Button>
                <SendToWorkbench project={project} />
              </span>
            }
          >
            {isPreviewed ? (
              <QuoteDocument
                address={previewFilePath(projectId, 'html', locale)}
                stamp={stamp}
                title={t('quote.previewTitle')}
              />
            ) : (
              <QuoteLines project={project} working={working} />
            )}
          </Part>
          <Part title={t('quote.payments')}>
            <PaymentPlanEditor project={project} working={working} />
          </Part>
          {canSeeCosts && (
            <Part title={t('quote.pricing')}>
              <PricingEditor project={project} />
            </Part>
          )}
        </>
      )}
      <Part title={t('quote.versions')}>
        <QuoteVersions project={project} />
      </Part>
      {isSummed && <SummaryDialog projectId={projectId} quoteId={null} onClose={() => setSummed(false)} />}
    </PanelFrame>
  );
};

const Part = ({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) => (
  <section className="flex flex-col gap-3 border-line border-b pb-5 last:border-b-0">
    <header className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="font-semibold">{title}</h3>
      {action}
    </header>
    {children}
  </section>
);

export default QuotePanel;

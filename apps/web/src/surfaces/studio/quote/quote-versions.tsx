import { type QuoteCard, quoteFilePath, quoteFormats } from '@atelier/contracts/studio';
import { Link } from '@tanstack/react-router';
import { Download, GitCompareArrows, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { Money } from '../money.tsx';
import type { ProjectStore } from '../project-store.ts';
import { todayIn } from '../records/today.ts';
import { save } from '../save.ts';
import { useAct, useProjectView } from '../use-project.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { isPastItsDays } from './quote-days.ts';
import { SummaryDialog } from './summary-dialog.tsx';

const toneByStatus: Record<QuoteCard['status'], Tone> = {
  issued: 'accent',
  sent: 'accent',
  accepted: 'published',
  declined: 'danger',
  expired: 'draft',
  superseded: 'neutral',
};

/** Which status may follow which; the same as the server holds. */
const follows: Record<QuoteCard['status'], readonly QuoteCard['status'][]> = {
  issued: ['sent', 'accepted', 'declined', 'expired'],
  sent: ['accepted', 'declined', 'expired'],
  accepted: ['declined'],
  declined: ['sent', 'accepted'],
  expired: ['sent', 'accepted', 'declined'],
  superseded: [],
};

/** Every version a client has, newest first: what became of it, its files, and what changed between two. */
export const QuoteVersions = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const view = useProjectView(project);
  const [compared, setCompared] = useState<{ readonly from: string; readonly to: string }>();
  const [summed, setSummed] = useState<string>();
  const quotes = [...view.quotes].sort((a, b) => b.version - a.version);
  if (quotes.length === 0) return <p className="text-muted">{t('quote.noneYet')}</p>;
  return (
    <>
      <ul className="flex flex-col gap-2">
        {quotes.map((quote, at) => (
          <QuoteRow
            key={quote.id}
            project={project}
            quote={quote}
            onSummary={() => setSummed(quote.id)}
            {...(quotes.length > 1 && {
              onCompare: () => setCompared({ from: quotes[at + 1]?.id ?? quotes[at - 1]?.id ?? '', to: quote.id }),
            })}
          />
        ))}
      </ul>
      {compared !== undefined && (
        <CompareDialog project={project} pair={compared} onPair={setCompared} onClose={() => setCompared(undefined)} />
      )}
      {summed !== undefined && (
        <SummaryDialog projectId={view.projectId} quoteId={summed} onClose={() => setSummed(undefined)} />
      )}
    </>
  );
};

type RowProps = {
  readonly project: ProjectStore;
  readonly quote: QuoteCard;
  readonly onCompare?: () => void;
  readonly onSummary: () => void;
};

const QuoteRow = ({ project, quote, onCompare, onSummary }: RowProps) => {
  const { t, i18n } = useTranslation('studio');
  const act = useAct(project);
  const { projectId, project: record, role } = useProjectView(project);
  const next = [quote.status, ...follows[quote.status]];
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-raised p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={'/projects/$projectId/quote/$quoteId' as never}
          params={{ projectId, quoteId: quote.id } as never}
          className="font-medium text-accent-text underline-offset-2 hover:underline"
        >
          <bdi dir="ltr">
            {quote.number} v{quote.version}
          </bdi>
        </Link>
        <Badge tone={toneByStatus[quote.status]}>{t(`quote.status.${quote.status}`)}</Badge>
        {isPastItsDays(quote, todayIn(record.timeZone)) && <Badge tone="draft">{t('quote.pastDays')}</Badge>}
        {quote.isOutdated && <Badge tone="draft">{t('quote.outdated')}</Badge>}
        <span className="flex-1" />
        <Money minor={quote.totalMinor} currency={record.currency} className="font-medium tabular-nums" />
      </div>
      <p className="text-faint text-sm">
        {t('quote.issuedOn')} <bdi>{formatDate(quote.issuedAt.slice(0, 10), i18n.language)}</bdi> ·{' '}
        {t('quote.validUntil')} <bdi>{formatDate(quote.validUntil, i18n.language)}</bdi>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {role !== 'viewer' && next.length > 1 && (
          <Select
            label={t('quote.statusLabel')}
            value={quote.status}
            options={next.map((value) => ({ value, label: t(`quote.status.${value}`) }))}
            onChange={(status) => void act({ type: 'setQuoteStatus', quoteId: quote.id, status })}
            className="w-36"
          />
        )}
        <Menu
          align="start"
          trigger={
            <Button size="sm" icon={<Download size={13} />}>
              {t('quote.download')}
            </Button>
          }
          items={quoteFormats.map((format) => ({
            id: format,
            label: format.toUpperCase(),
            onSelect: () => save(`${quoteFilePath(projectId, quote.id, format)}?download`),
          }))}
        />
        <Button size="sm" tone="quiet" icon={<MessageCircle size={13} />} onClick={onSummary}>
          {t('quote.summary')}
        </Button>
        {onCompare !== undefined && (
          <Button size="sm" tone="quiet" icon={<GitCompareArrows size={13} />} onClick={onCompare}>
            {t('quote.compare')}
          </Button>
        )}
      </div>
    </li>
  );
};

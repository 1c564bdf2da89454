import type { WorkingLine, WorkingQuoteView } from '@atelier/contracts/studio';
import { percentText } from '@atelier/studio/view';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useApprove } from '../elements/use-approve.ts';
import { Money } from '../money.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Shown, useShownText } from '../shown-text.tsx';
import { useAct, useProjectView } from '../use-project.ts';
import { idsOf } from './lines-to-approve.ts';

type Props = { readonly project: ProjectStore; readonly working: WorkingQuoteView };

/** What is offered now: in the total, beside it, and not yet approved. */
export const QuoteLines = ({ project, working }: Props) => {
  const { t } = useTranslation('studio');
  const { project: record, role } = useProjectView(project);
  const { currency } = record;
  const canEdit = role !== 'viewer';
  const rows = (which: (line: WorkingLine) => boolean) => working.lines.filter(which);
  const included = rows((line) => line.isApproved && line.role === 'included');
  const optional = rows((line) => line.isApproved && line.role === 'optional');
  const alternatives = rows((line) => line.isApproved && line.role === 'alternative');
  const waiting = rows((line) => !line.isApproved);
  const totals = [
    ...(working.discountMinor === 0 ? [] : [[t('quote.beforeDiscount'), working.beforeDiscountMinor] as const]),
    ...(working.discountMinor === 0 ? [] : [[t('quote.discount'), -working.discountMinor] as const]),
    ...(working.roundingMinor === 0 ? [] : [[t('quote.rounding'), working.roundingMinor] as const]),
    [t('quote.subtotal'), working.subtotalMinor] as const,
    [t('quote.vat', { percent: percentText(working.vatBps) }), working.vatMinor] as const,
  ];
  return (
    <div className="flex flex-col gap-4">
      <LineList project={project} lines={included} currency={currency} />
      <dl className="flex flex-col gap-1 border-line border-t pt-2">
        {totals.map(([label, minor]) => (
          <div key={label} className="flex justify-between gap-4 text-muted">
            <dt>{label}</dt>
            <dd>
              <Money minor={minor} currency={currency} />
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 font-semibold text-lg">
          <dt>{t('quote.total')}</dt>
          <dd>
            <Money minor={working.totalMinor} currency={currency} />
          </dd>
        </div>
      </dl>
      {optional.length > 0 && (
        <Group title={t('quote.optional')} note={t('quote.outsideTotal')}>
          <LineList project={project} lines={optional} currency={currency} choosable />
        </Group>
      )}
      {alternatives.length > 0 && (
        <Group title={t('quote.alternatives')} note={t('quote.outsideTotal')}>
          <LineList project={project} lines={alternatives} currency={currency} choosable />
        </Group>
      )}
      {waiting.length > 0 && (
        <Group
          title={t('quote.unapproved')}
          note={t('quote.unapprovedNote')}
          action={canEdit && waiting.length > 1 && <ApproveAll project={project} lines={waiting} />}
        >
          <LineList project={project} lines={waiting} currency={currency} />
        </Group>
      )}
    </div>
  );
};

type GroupProps = {
  readonly title: string;
  readonly note: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

const Group = ({ title, note, action, children }: GroupProps) => (
  <section className="flex flex-col gap-1.5">
    <header className="flex flex-wrap items-center justify-between gap-2">
      <h3 className="font-medium">
        {title} <span className="font-normal text-faint text-sm">{note}</span>
      </h3>
      {action}
    </header>
    {children}
  </section>
);

const ApproveAll = ({ project, lines }: { readonly project: ProjectStore; readonly lines: readonly WorkingLine[] }) => {
  const { t } = useTranslation('studio');
  const { approve, isApproving } = useApprove(project);
  return (
    <Button size="sm" busy={isApproving} onClick={() => void approve(idsOf(lines))}>
      {t('quote.approveAll', { count: lines.length })}
    </Button>
  );
};

type ListProps = {
  readonly project: ProjectStore;
  readonly lines: readonly WorkingLine[];
  readonly currency: string;
  readonly choosable?: boolean;
};

const LineList = ({ project, lines, currency, choosable = false }: ListProps) => {
  const { t } = useTranslation('studio');
  const act = useAct(project);
  const { role, project: record } = useProjectView(project);
  const { approve, isApproving } = useApprove(project);
  const shown = useShownText();
  const canEdit = role !== 'viewer';
  // Cost lines come as pending changes, like everything the agent makes.
  const price = ({ title }: WorkingLine) =>
    void act({ type: 'chatMessage', text: `/price ${title[record.primaryLang] ?? title.he ?? title.en}` });
  const choose = ({ elementId }: WorkingLine) => {
    if (elementId !== null) void act({ type: 'chooseOffered', elementId });
  };
  return (
    <ul className="flex flex-col divide-y divide-line">
      {lines.map((line) => (
        <li key={line.elementId ?? 'general'} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
          <span className="min-w-0 flex-1 basis-40">
            <Shown text={line.title} />
            {line.qty > 1 && (
              <span className="ms-2 text-faint tabular-nums">
                <bdi dir="ltr">×{line.qty}</bdi>
              </span>
            )}
          </span>
          {line.isDirty && <Badge tone="draft">{t('quote.changedSince')}</Badge>}
          {line.priceMinor === 0 && line.elementId !== null && (
            <>
              <span className="text-faint text-sm">{t('quote.notPriced')}</span>
              {canEdit && record.projectStage !== 'ideation' && (
                <Button size="sm" tone="quiet" onClick={() => price(line)}>
                  {t('quote.priceIt')}
                </Button>
              )}
            </>
          )}
          {canEdit && (line.isDirty || !line.isApproved) && (
            <Button
              size="sm"
              disabled={isApproving}
              aria-label={t(line.isDirty ? 'quote.approveChanged' : 'quote.approveThis', { name: shown(line.title) })}
              onClick={() => void approve(idsOf([line]))}
            >
              {t(line.isDirty ? 'quote.approveAgain' : 'quote.approve')}
            </Button>
          )}
          {choosable && canEdit && (
            <Button size="sm" tone="quiet" onClick={() => choose(line)}>
              {t('quote.choose')}
            </Button>
          )}
          <Money minor={line.priceMinor} currency={currency} className="ms-auto" />
        </li>
      ))}
    </ul>
  );
};

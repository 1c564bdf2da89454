import { type PurchaseRow, purchaseList } from '@atelier/studio/view';
import { Printer, ShoppingCart } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { Money } from '../money.tsx';
import type { PanelProps } from '../panels.ts';
import { PanelFrame } from '../records/panel-frame.tsx';
import { PrintArea } from '../records/print-area.tsx';
import { todayIn } from '../records/today.ts';
import { useRecordEdits } from '../records/use-record-edits.tsx';
import { recordsOfView } from '../records/use-records.ts';
import { Shown, useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';

const statuses = ['needed', 'ordered', 'received'] as const;
const toneOf: Record<(typeof statuses)[number], Tone> = { needed: 'draft', ordered: 'accent', received: 'published' };

/** What has to be bought, from whom, until when, and how far it is. */
const PurchasesPanel = ({ project }: PanelProps) => {
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  const view = useProjectView(project);
  const edits = useRecordEdits(project);
  const { currency, timeZone } = view.project;
  const groups = useMemo(
    () => purchaseList(recordsOfView(view), new Map(view.directory.map((record) => [record.id, record]))),
    [view],
  );
  const canEdit = view.role !== 'viewer';
  const today = todayIn(timeZone);
  const day = (date: string) => <bdi className="whitespace-nowrap">{formatDate(date, i18n.language)}</bdi>;
  const setStatus = ({ line }: PurchaseRow, status: (typeof statuses)[number]) =>
    edits.edit([
      {
        op: 'set',
        opId: 'status',
        entity: 'materialLine',
        id: line.id,
        changes: { 'purchase.status': status, 'purchase.on': status === 'needed' ? null : today },
      },
    ]);
  const columns: readonly Column<PurchaseRow>[] = [
    {
      id: 'what',
      header: t('records.field.label'),
      cell: ({ line }) => (
        <span className="flex flex-col">
          <Shown text={line.label} />
          <span className="text-faint text-xs">
            {line.elementId === null ? (
              t('records.general')
            ) : (
              <Shown text={view.elements.find(({ id }) => id === line.elementId)?.name} />
            )}
            {line.sku !== undefined && (
              <>
                {' · '}
                <bdi dir="ltr">{line.sku}</bdi>
              </>
            )}
          </span>
        </span>
      ),
    },
    {
      id: 'quantity',
      header: t('records.accounting.quantity'),
      numeric: true,
      cell: ({ line }) => (
        <span className="whitespace-nowrap">
          <bdi dir="ltr">{formatNumber(line.qtyMilli / 1000, i18n.language, 3)}</bdi> {t(`records.unit.${line.unit}`)}
        </span>
      ),
    },
    {
      id: 'cost',
      header: t('records.accounting.cost'),
      numeric: true,
      cell: ({ costMinor }) => <Money minor={costMinor} currency={currency} />,
    },
    {
      id: 'by',
      header: t('records.purchases.neededBy'),
      cell: ({ neededBy, status }) =>
        neededBy === null ? (
          <span className="text-faint">—</span>
        ) : (
          <span className={neededBy < today && status === 'needed' ? 'font-medium text-danger-text' : ''}>
            {day(neededBy)}
            {neededBy < today && status === 'needed' && ` · ${t('records.purchases.late')}`}
          </span>
        ),
    },
    {
      id: 'status',
      header: t('records.field.status'),
      cell: (row) => (
        <span className="flex flex-col gap-0.5">
          <span className={canEdit ? 'hidden print:inline' : ''}>
            <Badge tone={toneOf[row.status]}>{t(`records.purchases.${row.status}`)}</Badge>
          </span>
          {canEdit && (
            <Select
              label={t('records.purchases.statusOf', { name: shown(row.line.label) })}
              value={row.status}
              options={statuses.map((value) => ({ value, label: t(`records.purchases.${value}`) }))}
              onChange={(status) => void setStatus(row, status)}
              className="min-w-28"
            />
          )}
          {row.line.purchase.on !== undefined && (
            <span className="text-faint text-xs">{day(row.line.purchase.on)}</span>
          )}
        </span>
      ),
    },
  ];
  const rows = groups.flatMap((group) => group.rows);
  const total = groups.reduce((sum, { costMinor }) => sum + costMinor, 0);
  const count = (status: (typeof statuses)[number]) => rows.filter((row) => row.status === status).length;
  return (
    <PanelFrame
      title={t('panels.purchases')}
      detail={
        rows.length > 0 && (
          <span className="flex flex-wrap gap-x-3">
            {statuses.map((status) => (
              <span key={status}>
                {t(`records.purchases.${status}`)} <bdi>{count(status)}</bdi>
              </span>
            ))}
            <Money minor={total} currency={currency} />
          </span>
        )
      }
      actions={
        rows.length > 0 && (
          <>
            <a href={`/studio/${view.projectId}/purchases.xlsx`} download className={buttonClass('neutral', 'sm')}>
              {t('records.purchases.xlsx')}
            </a>
            <Button size="sm" icon={<Printer size={14} />} onClick={() => window.print()}>
              {t('records.print')}
            </Button>
          </>
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon={<ShoppingCart size={20} />} title={t('records.purchases.empty')}>
          {view.canSeeCosts ? t('records.purchases.emptyDetail') : t('records.accounting.hiddenDetail')}
        </EmptyState>
      ) : (
        <PrintArea title={`${shown(view.project.title)} · ${t('panels.purchases')}`}>
          {groups.map(({ supplier, rows: own, costMinor }) => (
            <section
              key={supplier ?? ''}
              aria-label={supplier ?? t('records.purchases.nobody')}
              className="break-inside-avoid-page"
            >
              <h3 className="mb-1 flex items-baseline justify-between gap-3 font-semibold">
                <bdi>{supplier ?? t('records.purchases.nobody')}</bdi>
                <Money minor={costMinor} currency={currency} className="font-normal text-muted text-sm tabular-nums" />
              </h3>
              <Table
                label={supplier ?? t('records.purchases.nobody')}
                columns={columns}
                rows={own}
                keyOf={({ line }) => line.id}
              />
            </section>
          ))}
        </PrintArea>
      )}
      {edits.dialogs}
    </PanelFrame>
  );
};
export default PurchasesPanel;

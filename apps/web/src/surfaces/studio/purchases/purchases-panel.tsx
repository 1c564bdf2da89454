import { exportFilePath } from '@atelier/contracts/studio';
import { type PurchaseRow, purchaseList } from '@atelier/studio/view';
import { Printer, ShoppingCart } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money } from '../money.tsx';
import type { PanelProps } from '../panels.ts';
import { PanelFrame } from '../records/panel-frame.tsx';
import { PrintArea } from '../records/print-area.tsx';
import { todayIn } from '../records/today.ts';
import { useRecordEdits } from '../records/use-record-edits.tsx';
import { recordsOfView } from '../records/use-records.ts';
import { langOfUi, useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { type PurchaseStatus, PurchaseTable, purchaseStatuses } from './purchase-table.tsx';

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
  const setStatus = ({ line }: PurchaseRow, status: PurchaseStatus) =>
    edits.edit([
      {
        op: 'set',
        opId: 'status',
        entity: 'materialLine',
        id: line.id,
        changes: { 'purchase.status': status, 'purchase.on': status === 'needed' ? null : today },
      },
    ]);
  const rows = groups.flatMap((group) => group.rows);
  const total = groups.reduce((sum, { costMinor }) => sum + costMinor, 0);
  const count = (status: PurchaseStatus) => rows.filter((row) => row.status === status).length;
  return (
    <PanelFrame
      title={t('panels.purchases')}
      detail={
        rows.length > 0 && (
          <span className="flex flex-wrap gap-x-3">
            {purchaseStatuses.map((status) => (
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
            <a
              href={exportFilePath(view.projectId, 'purchases.xlsx', langOfUi(i18n.language))}
              download
              className={buttonClass('neutral', 'sm')}
            >
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
              <PurchaseTable
                label={supplier ?? t('records.purchases.nobody')}
                rows={own}
                view={view}
                today={today}
                {...(canEdit ? { onStatus: (row, status) => void setStatus(row, status) } : {})}
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

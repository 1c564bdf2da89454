import type { Element } from '@atelier/contracts/studio';
import { trades, units } from '@atelier/contracts/studio';
import { ArrowUpRight, Calculator, Plus, Undo2, Unlink } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { GridColumn } from '../../../ui/grid/grid-column.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Money } from '../money.tsx';
import type { PanelProps } from '../panels.ts';
import { PanelFrame } from '../records/panel-frame.tsx';
import { useGridEdits } from '../records/use-grid-edits.ts';
import { useRecordEdits } from '../records/use-record-edits.tsx';
import { useAccounting } from '../records/use-records.ts';
import { langOfUi, useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import {
  type CostLine,
  canHold,
  costOf,
  fixed,
  general,
  lineChange,
  priceOf,
  quantityOf,
  unitOf,
  workKinds,
} from './line-cells.ts';
import { LineSheet } from './line-sheet.tsx';
import { PriceBreakdown } from './price-breakdown.tsx';

/** Every cost of the project in one sheet, and how the price comes about. */
const AccountingPanel = ({ project }: PanelProps) => {
  const { t, i18n } = useTranslation('studio');
  const own = langOfUi(i18n.language);
  const shown = useShownText();
  const view = useProjectView(project);
  const edits = useRecordEdits(project);
  const accounting = useAccounting(view);
  const [openId, setOpenId] = useState<string>();
  const canEdit = view.role !== 'viewer';
  const isGated = view.project.projectStage === 'ideation';
  const { currency } = view.project;

  const rows = useMemo(() => {
    const place = new Map(view.elements.map(({ id, sortKey }) => [id as string, sortKey]));
    const at = ({ line: { elementId } }: CostLine) => (elementId === null ? 1e12 : (place.get(elementId) ?? 1e11));
    const all: readonly CostLine[] = [
      ...view.materialLines.map((line) => ({ type: 'material', id: line.id, line }) as const),
      ...view.workLines.map((line) => ({ type: 'work', id: line.id, line }) as const),
    ];
    // Within an element materials come first, each in the order it was added.
    return all
      .filter(({ line }) => line.tombstone === null)
      .map((row, nth) => ({ row, nth }))
      .sort((a, b) => at(a.row) - at(b.row) || a.nth - b.nth)
      .map(({ row }) => row);
  }, [view.materialLines, view.workLines, view.elements]);
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const supplierName = (name: string | undefined) => view.directory.find(({ id }) => id === name)?.name ?? name ?? null;
  const elementChoices = [
    ...view.elements
      .filter(({ id, tombstone }) => tombstone === null || rows.some(({ line }) => line.elementId === id))
      .toSorted((a, b) => a.sortKey - b.sortKey)
      .map((element: Element) => ({
        value: element.id as string,
        label:
          element.tombstone === null ? shown(element.name) : t('records.removedName', { name: shown(element.name) }),
      })),
    { value: general, label: t('records.general') },
  ];
  const holds = (column: string) => (row: CostLine) => canHold(row, column);

  const columns: readonly GridColumn<CostLine>[] = [
    {
      key: 'label',
      name: t('records.field.label'),
      value: ({ line }) => shown(line.label),
      show: ({ line }) => (
        <span className="flex items-center gap-1.5">
          <bdi className="truncate">{shown(line.label)}</bdi>
          {line.status === 'orphaned' && <Unlink size={13} aria-hidden="true" className="shrink-0 text-draft-text" />}
        </span>
      ),
      editable: true,
      width: 150,
      frozen: true,
    },
    {
      key: 'elementId',
      name: t('records.field.elementId'),
      kind: 'choice',
      value: ({ line }) => line.elementId ?? general,
      choices: elementChoices,
      editable: true,
      width: 95,
    },
    {
      key: 'quantity',
      name: t('records.accounting.quantity'),
      kind: 'number',
      value: quantityOf,
      editable: holds('quantity'),
      width: 65,
    },
    {
      key: 'unit',
      name: t('records.field.unit'),
      kind: 'choice',
      value: unitOf,
      choices: [...units, fixed].map((value) => ({ value, label: t(`records.unit.${value}`) })),
      editable: true,
      width: 75,
    },
    {
      key: 'price',
      name: t('records.accounting.price'),
      kind: 'money',
      currency,
      value: priceOf,
      editable: true,
      width: 95,
    },
    {
      key: 'cost',
      name: t('records.accounting.cost'),
      kind: 'money',
      currency,
      value: costOf,
      width: 110,
      summary: (all) => all.reduce((sum, row) => sum + costOf(row), 0),
    },
    {
      key: 'kind',
      name: t('records.accounting.kind'),
      kind: 'choice',
      value: (row) => (row.type === 'material' ? 'material' : row.line.kind),
      choices: ['material', ...workKinds].map((value) => ({ value, label: t(`records.lineKind.${value}`) })),
      editable: holds('kind'),
      width: 110,
    },
    {
      key: 'crew',
      name: t('records.field.crew'),
      kind: 'number',
      value: ({ line }) => ('pricing' in line && line.pricing.mode === 'hourly' ? line.pricing.crew : null),
      editable: holds('crew'),
      width: 70,
    },
    {
      key: 'waste',
      name: t('records.field.wasteBps'),
      kind: 'percent',
      value: (row) => (row.type === 'material' ? row.line.wasteBps / 100 : null),
      editable: holds('waste'),
      width: 80,
    },
    {
      key: 'factor',
      name: t('records.accounting.factor'),
      kind: 'percent',
      value: ({ line }) =>
        'pricing' in line && line.pricing.mode === 'hourly' ? (line.pricing.factorBps ?? 10_000) / 100 : null,
      editable: holds('factor'),
      width: 90,
    },
    {
      key: 'status',
      name: t('records.field.status'),
      value: ({ line }) => (line.status === 'orphaned' ? t('records.value.orphaned') : null),
      show: ({ line }) =>
        line.status === 'orphaned' ? <Badge tone="draft">{t('records.value.orphaned')}</Badge> : null,
      width: 100,
    },
    {
      key: 'supplier',
      name: t('records.field.supplier'),
      value: (row) => (row.type === 'material' ? supplierName(row.line.supplier) : null),
      editable: holds('supplier'),
      width: 140,
    },
    {
      key: 'trade',
      name: t('records.field.trade'),
      kind: 'choice',
      value: (row) => (row.type === 'work' ? row.line.trade : null),
      choices: trades.map((value) => ({ value, label: t(`records.trade.${value}`) })),
      editable: holds('trade'),
      width: 110,
    },
    {
      key: 'open',
      name: t('records.tasks.details'),
      value: () => null,
      show: ({ id, line }) => (
        <IconButton
          label={t('records.tasks.open', { name: shown(line.label) })}
          tooltip={false}
          icon={<ArrowUpRight size={15} className="rtl:-scale-x-100" />}
          onClick={() => setOpenId(id)}
        />
      ),
      width: 70,
    },
  ];
  const grid = useGridEdits<CostLine>({
    edits,
    columns,
    keyOf: ({ id }) => id,
    entityOf: (row) => (row.startsWith('mat_') ? 'materialLine' : 'workLine'),
    changeOf: (row, column, value, before) => {
      const line = byId.get(row);
      return line && lineChange(line, column, value, before, { own, directory: view.directory });
    },
  });
  const label = `label.${own}`;
  const addMaterial = () =>
    edits.edit([
      {
        op: 'create',
        opId: 'new',
        entity: 'materialLine',
        tempId: 'tmp:new',
        fields: { [label]: t('records.accounting.newMaterial'), unit: 'unit', qtyMilli: 1000, unitCostMinor: 0 },
      },
    ]);
  const addWork = () =>
    edits.edit([
      {
        op: 'create',
        opId: 'new',
        entity: 'workLine',
        tempId: 'tmp:new',
        fields: { [label]: t('records.accounting.newWork'), pricing: { mode: 'fixed', amountMinor: 0 } },
      },
    ]);

  if (!view.canSeeCosts || accounting === undefined)
    return (
      <PanelFrame title={t('panels.accounting')}>
        <EmptyState icon={<Calculator size={20} />} title={t('records.accounting.hidden')}>
          {t('records.accounting.hiddenDetail')}
        </EmptyState>
      </PanelFrame>
    );
  const open = openId === undefined ? undefined : byId.get(openId);
  return (
    <PanelFrame
      fills
      title={t('panels.accounting')}
      detail={
        <span className="flex flex-wrap gap-x-3">
          <span>
            {t('records.accounting.direct')} <Money minor={accounting.directMinor} currency={currency} />
          </span>
          {accounting.orphanedMinor > 0 && (
            <span className="text-draft-text">
              {t('records.accounting.orphaned')} <Money minor={accounting.orphanedMinor} currency={currency} />
            </span>
          )}
        </span>
      }
      actions={
        canEdit && (
          <>
            <IconButton
              label={t('records.undo')}
              disabled={!grid.undo.canUndo}
              icon={<Undo2 size={15} />}
              onClick={grid.undo.undo}
            />
            <Button size="sm" icon={<Plus size={14} />} disabled={isGated} onClick={() => void addMaterial()}>
              {t('records.accounting.addMaterial')}
            </Button>
            <Button size="sm" icon={<Plus size={14} />} disabled={isGated} onClick={() => void addWork()}>
              {t('records.accounting.addWork')}
            </Button>
          </>
        )
      }
    >
      <div className="relative flex min-h-0 flex-1 flex-col overflow-y-auto @3xl:flex-row @3xl:overflow-hidden">
        {rows.length === 0 ? (
          <EmptyState icon={<Calculator size={20} />} title={t('records.accounting.empty')}>
            {isGated ? t('records.accounting.gated') : t('records.accounting.emptyDetail')}
          </EmptyState>
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: undo and redo of the grid inside
          <div className="flex min-h-96 min-w-0 flex-1 flex-col @3xl:min-h-0" onKeyDown={grid.undo.onKeyDown}>
            <Grid
              name="studio-accounting"
              label={t('panels.accounting')}
              rows={rows}
              keyOf={({ id }) => id}
              columns={grid.columns}
              onOpen={setOpenId}
              {...(canEdit ? { onEdit: grid.onEdit } : {})}
              className="min-h-0 flex-1"
            />
          </div>
        )}
        <PriceBreakdown view={view} accounting={accounting} />
      </div>
      {open !== undefined && (
        <LineSheet key={open.id} view={view} row={open} edits={edits} onClose={() => setOpenId(undefined)} />
      )}
      {edits.dialogs}
    </PanelFrame>
  );
};
export default AccountingPanel;

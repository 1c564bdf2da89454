import { materialLineCost } from '../accounting/accounting.ts';
import type { MaterialLine } from '../domain/entities.ts';
import type { DirectoryRecord } from '../domain/workspace.ts';
import { liveOf, type Records } from '../fold/records.ts';
import { scheduleOf } from './schedule.ts';

export type PurchaseRow = {
  readonly line: MaterialLine;
  readonly costMinor: number;
  /** The last day on which a task that uses it can start; none without a schedule. */
  readonly neededBy: string | null;
  readonly status: 'needed' | 'ordered' | 'received';
};

export type SupplierPurchases = {
  /** As typed, or the name of its record; none: nobody chosen yet. */
  readonly supplier: string | null;
  readonly rows: readonly PurchaseRow[];
  readonly costMinor: number;
};

/** What has to be bought, by supplier, the earliest first. A renamed supplier shows under its new name. */
export const purchaseList = (
  records: Records,
  directory: ReadonlyMap<string, DirectoryRecord> = new Map(),
): readonly SupplierPurchases[] => {
  const { byTask } = scheduleOf(records);
  const needing = new Set(liveOf(records.task).flatMap(({ id, purchase }) => (purchase.mode === 'needed' ? [id] : [])));
  const groups = new Map<string | null, PurchaseRow[]>();
  for (const line of liveOf(records.materialLine)) {
    const isNeeded = line.taskIds.some((id) => needing.has(id));
    const status = line.purchase.status === 'none' ? (isNeeded ? 'needed' : undefined) : line.purchase.status;
    if (!status) continue;
    const starts = line.taskIds.flatMap((id) => byTask.get(id)?.latestStart ?? []).sort();
    const row: PurchaseRow = { line, costMinor: materialLineCost(line), neededBy: starts[0] ?? null, status };
    const supplier = line.supplier === undefined ? null : (directory.get(line.supplier)?.name ?? line.supplier);
    const rows = groups.get(supplier);
    if (rows) rows.push(row);
    else groups.set(supplier, [row]);
  }
  const last = '9999-12-31';
  return [...groups]
    .map(([supplier, rows]) => ({
      supplier,
      rows: rows.sort((a, b) => compare(a.neededBy ?? last, b.neededBy ?? last) || compare(a.line.id, b.line.id)),
      costMinor: rows.reduce((all, { costMinor }) => all + costMinor, 0),
    }))
    .sort((a, b) => compare(a.supplier ?? '\uffff', b.supplier ?? '\uffff'));
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

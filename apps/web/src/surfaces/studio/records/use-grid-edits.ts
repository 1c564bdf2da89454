import type { EntityType } from '@atelier/contracts/studio';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GridColumn } from '../../../ui/grid/grid-column.ts';
import type { CellValue, EditBatch } from '../../../ui/grid/grid-undo.ts';
import { useGridUndo } from '../../../ui/grid/use-grid-undo.ts';
import { toasts } from '../../../ui/toast-store.ts';
import { batchOps, type CellChange, type Changes } from './batch-ops.ts';
import type { RecordEdits } from './use-record-edits.tsx';

type Wanted<Row> = {
  readonly edits: RecordEdits;
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly GridColumn<Row>[];
  readonly entityOf: (row: string) => EntityType;
  readonly changeOf: CellChange;
};

const cellKey = (row: string, column: string) => `${row}/${column}`;

/** A grid over records: typed cells show at once, go out as one edit per gesture, and can be undone. */
export const useGridEdits = <Row>({ edits, keyOf, columns, entityOf, changeOf }: Wanted<Row>) => {
  const { t } = useTranslation('studio');
  const [typed, setTyped] = useState<ReadonlyMap<string, CellValue>>(new Map());
  /** What is on its way, so that the next cell of the same record builds on it. */
  const underWay = useRef<readonly (readonly [string, Changes])[]>([]);
  const before = (row: string): Changes =>
    Object.assign({}, ...underWay.current.flatMap(([id, changes]) => (id === row ? [changes] : [])));

  const apply = (batch: EditBatch) => {
    const { groups, refused } = batchOps(batch, entityOf, (row, column, value, known) =>
      changeOf(row, column, value, { ...before(row), ...known }),
    );
    if (refused > 0) toasts.show({ tone: 'draft', title: t('records.cellsRefused', { count: refused }) });
    if (groups.length === 0) return;
    setTyped(
      (known) => new Map([...known, ...batch.map(({ row, column, after }) => [cellKey(row, column), after] as const)]),
    );
    for (const ops of groups) {
      const mine = ops.flatMap((op) => (op.op === 'set' ? [[op.id, op.changes] as const] : []));
      underWay.current = [...underWay.current, ...mine];
      edits
        .edit(ops)
        .catch(console.error)
        .finally(() => {
          const rows = new Set(mine.map(([id]) => id));
          underWay.current = underWay.current.filter((each) => !mine.includes(each));
          setTyped((known) => {
            const left = new Map(known);
            for (const { row, column, after } of batch)
              if (rows.has(row) && left.get(cellKey(row, column)) === after) left.delete(cellKey(row, column));
            return left;
          });
        });
    }
  };
  const undo = useGridUndo(apply);
  const shown = columns.map(
    (column): GridColumn<Row> => ({
      ...column,
      value: (row) => {
        const now = typed.get(cellKey(keyOf(row), column.key));
        return now === undefined ? column.value(row) : now;
      },
      ...(column.show === undefined
        ? {}
        : { show: (row) => (typed.has(cellKey(keyOf(row), column.key)) ? undefined : column.show?.(row)) }),
    }),
  );
  return { columns: shown, onEdit: undo.edit, undo, isSaving: typed.size > 0 };
};

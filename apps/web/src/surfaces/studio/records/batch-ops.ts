import type { EntityType, JsonValue, ManualOp } from '@atelier/contracts/studio';
import type { z } from 'zod';
import type { EditBatch } from '../../../ui/grid/grid-undo.ts';

type Json = z.infer<typeof JsonValue>;
export type Changes = Readonly<Record<string, Json>>;

/** What one typed cell changes in the record of its row; nothing when the cell cannot hold it. */
export type CellChange = (
  row: string,
  column: string,
  value: string | number | null,
  before: Changes,
) => Changes | undefined;

/** The server takes so many ops in one event. */
const mostOps = 50;

/** One gesture in a grid as ops: one per record, with all that changed in it. Cells that cannot be read are counted. */
export const batchOps = (
  batch: EditBatch,
  entityOf: (row: string) => EntityType,
  changeOf: CellChange,
): { readonly groups: readonly (readonly ManualOp[])[]; readonly refused: number } => {
  const byRow = new Map<string, Changes>();
  let refused = 0;
  for (const { row, column, before, after } of batch) {
    if (before === after) continue;
    const known = byRow.get(row) ?? {};
    const changes = changeOf(row, column, after, known);
    if (changes === undefined) refused += 1;
    else byRow.set(row, { ...known, ...changes });
  }
  const ops = [...byRow].map(
    ([id, changes], nth): ManualOp => ({ op: 'set', opId: `cell-${nth}`, entity: entityOf(id), id, changes }),
  );
  const groups = Array.from({ length: Math.ceil(ops.length / mostOps) }, (_, at) =>
    ops.slice(at * mostOps, (at + 1) * mostOps),
  );
  return { groups, refused };
};

export type CellValue = string | number | null;

/** One cell as it was and as it is to be; its own inverse with the two exchanged. */
export type CellEdit = {
  readonly row: string;
  readonly column: string;
  readonly before: CellValue;
  readonly after: CellValue;
};

/** All that one gesture changed: a typed cell is a batch of one, a paste is one batch. */
export type EditBatch = readonly CellEdit[];

export type History = { readonly done: readonly EditBatch[]; readonly undone: readonly EditBatch[] };

export const noHistory: History = { done: [], undone: [] };

const steps = 100;

export const inverseOf = (batch: EditBatch): EditBatch =>
  batch.map(({ before, after, ...place }) => ({ ...place, before: after, after: before }));

/** Cells that were typed over with the same value are no change, and a batch without a change is no step. */
export const recorded = (history: History, batch: EditBatch): History => {
  const changes = batch.filter(({ before, after }) => before !== after);
  return changes.length === 0 ? history : { done: [...history.done, changes].slice(-steps), undone: [] };
};

export type Step = { readonly history: History; readonly apply: EditBatch };

export const undone = ({ done, undone: later }: History): Step | undefined => {
  const last = done.at(-1);
  return last && { history: { done: done.slice(0, -1), undone: [...later, last] }, apply: inverseOf(last) };
};

export const redone = ({ done, undone: later }: History): Step | undefined => {
  const next = later.at(-1);
  return next && { history: { done: [...done, next], undone: later.slice(0, -1) }, apply: next };
};

import type { ManualOp } from '@atelier/contracts/studio';

/** A record with the edits that are on their way to it; a list of it is changed from here, not from what it was. */
export const withPending = <Row extends { readonly id: string }>(record: Row, ops: readonly ManualOp[]): Row => {
  const changes = ops
    .flatMap((op) => (op.op === 'set' && op.id === record.id ? Object.entries(op.changes) : []))
    // Texts and sizes have places inside: nothing builds on those.
    .filter(([path]) => !path.includes('.'));
  return changes.length === 0 ? record : { ...record, ...Object.fromEntries(changes) };
};

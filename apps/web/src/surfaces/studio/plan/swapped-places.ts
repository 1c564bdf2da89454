import type { ManualOp, Section } from '@atelier/contracts/studio';

/** Two neighbours change places: as many numbers move as have to, and none is there twice. */
export const swappedPlaces = (
  sections: readonly Pick<Section, 'id' | 'sortKey'>[],
  at: number,
  to: number,
): readonly ManualOp[] => {
  const order = [...sections];
  const [moved] = order.splice(at, 1);
  if (moved === undefined) return [];
  order.splice(to, 0, moved);
  return order.flatMap(({ id, sortKey }, place): readonly ManualOp[] =>
    sortKey === place
      ? []
      : [{ op: 'set', opId: `place-${place}`, entity: 'section', id, changes: { sortKey: place } }],
  );
};

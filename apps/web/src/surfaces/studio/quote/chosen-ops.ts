import type { Element, ManualOp, WorkingLine } from '@atelier/contracts/studio';

/** Takes a line into the total. Of alternatives only one is in it, so the one that was steps aside. */
export const chosenOps = (elements: readonly Element[], line: Pick<WorkingLine, 'elementId' | 'alternativeGroup'>) => {
  const { elementId, alternativeGroup } = line;
  const leaves = elements.filter(
    (each) =>
      alternativeGroup !== null &&
      each.tombstone === null &&
      each.id !== elementId &&
      each.alternativeGroup === alternativeGroup &&
      each.quoteRole === 'included',
  );
  const set = (id: string, quoteRole: Element['quoteRole'], nth: number): ManualOp => ({
    op: 'set',
    opId: `choose-${nth}`,
    entity: 'element',
    id,
    changes: { quoteRole },
  });
  return [
    ...(elementId === null ? [] : [set(elementId, 'included', 0)]),
    ...leaves.map(({ id }, at) => set(id, 'alternative', at + 1)),
  ];
};

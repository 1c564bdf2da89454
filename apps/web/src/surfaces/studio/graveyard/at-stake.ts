import type { ProjectView, StudioEvent } from '@atelier/contracts/studio';
import { materialLineCost, priceProject, type Records, recordsOf, workLineCost } from '@atelier/studio/view';

type GraveyardEvent = Extract<StudioEvent, { type: 'decideGraveyard' }>;
export type GraveDecision = GraveyardEvent['decisions'][number];
export type GraveEntity = GraveDecision['entity'];

/** The total a client would be asked for, now and after the decisions; nothing without a policy. */
export const totalsOf = (
  view: ProjectView,
  decisions: readonly GraveDecision[],
): { readonly before: number; readonly after: number } | undefined => {
  if (view.policy === null) return undefined;
  const total = (records: Records): number =>
    view.policy === null ? 0 : Number(priceProject(records, view.policy, view.pricing).totalMinor);
  return { before: total(recordsOf(view)), after: total(recordsAfter(view, decisions)) };
};

/** The records as they would be: costs only move when a line goes, comes back, or changes its element. */
const recordsAfter = (view: ProjectView, decisions: readonly GraveDecision[]): Records => {
  const records = recordsOf(view);
  const isLive = (elementId: string | null) => elementId === null || records.element.get(elementId)?.tombstone === null;
  const settle = <Line extends { readonly id: string; readonly tombstone: unknown; readonly elementId: string | null }>(
    map: Map<string, Line>,
    { id, action, args }: GraveDecision,
  ): void => {
    const line = map.get(id);
    if (line === undefined) return;
    switch (action) {
      case 'removeLine':
        map.set(id, { ...line, tombstone: { at: '', by: '', reason: {}, changeSetId: '' } });
        return;
      case 'restore':
        map.set(id, { ...line, tombstone: null });
        return;
      case 'attach':
        map.set(id, { ...line, elementId: args?.elementId ?? null });
        return;
      case 'unlink':
        map.set(id, { ...line, elementId: isLive(line.elementId) ? line.elementId : null });
    }
  };
  for (const decision of decisions) {
    if (decision.entity === 'materialLine') settle(records.materialLine, decision);
    if (decision.entity === 'workLine') settle(records.workLine, decision);
  }
  return records;
};

/** What a line costs; nothing for records that cost nothing by themselves. */
export const costAtStake = (view: ProjectView, entity: string, id: string): number => {
  if (entity === 'materialLine') {
    const line = view.materialLines.find((each) => each.id === id);
    return line === undefined ? 0 : materialLineCost(line);
  }
  if (entity === 'workLine') {
    const line = view.workLines.find((each) => each.id === id);
    return line === undefined ? 0 : workLineCost(line);
  }
  return 0;
};

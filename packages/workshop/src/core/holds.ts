import type { Bench } from './bench.ts';
import type { WorkbenchEvent } from './conversation.ts';
import type { ContentId } from './ids.ts';
import { holdsAfter } from './trim.ts';

/**
 * What a commit of these events pins and unpins. The log's pins are a set: one unpin would free what a checkpoint
 * and a revision both need, so the Workbench counts and unpins at zero.
 */
export const pinsOf = (
  bench: Pick<Bench, 'holds'>,
  events: readonly WorkbenchEvent[],
): { readonly pins: readonly ContentId[]; readonly unpins: readonly ContentId[] } => {
  const change = new Map<ContentId, number>();
  for (const event of events) {
    if ('data' in event) continue;
    if (event.kind === 'history.trimmed') {
      const after = holdsAfter(event);
      for (const [id, count] of bench.holds) change.set(id, -count);
      for (const [id, count] of after) change.set(id, (change.get(id) ?? 0) + count);
      continue;
    }
    const { holds = [], releases = [] } = event;
    for (const id of holds) change.set(id, (change.get(id) ?? 0) + 1);
    for (const id of releases) change.set(id, (change.get(id) ?? 0) - 1);
  }
  const pins: ContentId[] = [];
  const unpins: ContentId[] = [];
  for (const [id, by] of change) {
    const before = bench.holds.get(id) ?? 0;
    if (before === 0 && by > 0) pins.push(id);
    if (before > 0 && before + by <= 0) unpins.push(id);
  }
  return { pins, unpins };
};

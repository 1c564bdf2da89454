import { liveOf, type Records } from '../core/fold/records.ts';
import type { StudioPorts } from '../ports/index.ts';

/** What those are called to whom tasks are given, by id. A task may also name somebody in free text: that stays. */
export const assigneeNames = async (
  { nameOf }: Pick<StudioPorts, 'nameOf'>,
  records: Records,
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>();
  if (!nameOf) return names;
  for (const id of new Set(liveOf(records.task).flatMap(({ assigneeId }) => assigneeId ?? []))) {
    const name = await nameOf(id);
    if (name !== undefined) names.set(id, name);
  }
  return names;
};

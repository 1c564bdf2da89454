import type { ProjectView } from '@atelier/contracts/studio';

type Recorded = { readonly id: string };

/** Changed records take the place of those with the same id; new ones follow. Untouched lists stay the very same. */
const mergeRecords = <Item extends Recorded>(known: Item[], changed: readonly Item[]): Item[] => {
  if (changed.length === 0) return known;
  const byId = new Map(changed.map((item) => [item.id, item]));
  const kept = known.map((item) => {
    const next = byId.get(item.id);
    byId.delete(item.id);
    return next ?? item;
  });
  return [...kept, ...byId.values()];
};

/** What is known, with what changed since. Records come as changes; everything else comes whole each time. */
export const mergeView = (known: ProjectView, delta: ProjectView): ProjectView => ({
  ...delta,
  elements: mergeRecords(known.elements, delta.elements),
  snapshots: mergeRecords(known.snapshots, delta.snapshots),
  tasks: mergeRecords(known.tasks, delta.tasks),
  materialLines: mergeRecords(known.materialLines, delta.materialLines),
  workLines: mergeRecords(known.workLines, delta.workLines),
  facts: mergeRecords(known.facts, delta.facts),
  risks: mergeRecords(known.risks, delta.risks),
  decisions: mergeRecords(known.decisions, delta.decisions),
  sections: mergeRecords(known.sections, delta.sections),
  hashes: Object.keys(delta.hashes).length === 0 ? known.hashes : { ...known.hashes, ...delta.hashes },
  specHashes: { ...known.specHashes, ...delta.specHashes },
  messages: mergeMessages(known.messages, delta.messages),
});

/** Older messages that were fetched page by page stay above the newest ones. */
const mergeMessages = (known: ProjectView['messages'], newest: ProjectView['messages']): ProjectView['messages'] => {
  const last = known.at(-1);
  if (last !== undefined && last.id === newest.at(-1)?.id) return known;
  const first = newest[0]?.seq ?? 0;
  return [...known.filter(({ seq }) => seq < first), ...newest];
};

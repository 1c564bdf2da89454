import type { LText, ProjectView } from '@atelier/contracts/studio';
import { costAtStake, type GraveEntity } from './at-stake.ts';

export type GraveRow = {
  readonly key: string;
  readonly entity: GraveEntity;
  readonly id: string;
  readonly name: LText;
  /** The elements it belongs to. */
  readonly elementIds: readonly string[];
  readonly costMinor: number;
  /** When it was removed, or last touched. */
  readonly at: string;
  readonly by?: string;
  readonly reason?: LText;
  /** Why a line has no place, or what a link points to. */
  readonly why?: 'element_removed' | 'task_removed' | 'link';
  readonly deadNames?: readonly LText[];
};

const lists = (view: ProjectView) =>
  [
    ['element', view.elements],
    ['task', view.tasks],
    ['materialLine', view.materialLines],
    ['workLine', view.workLines],
    ['risk', view.risks],
    ['decision', view.decisions],
    ['section', view.sections],
  ] as const;

type Listed = ReturnType<typeof lists>[number][1][number];

const nameOf = (record: Listed): LText =>
  'name' in record ? record.name : 'label' in record ? record.label : record.title;

const elementsOf = (record: Listed): readonly string[] => {
  if ('elementIds' in record) return record.elementIds;
  if ('elementId' in record) return record.elementId === null ? [] : [record.elementId];
  return 'name' in record ? [record.id] : [];
};

/** Everything that was removed, the latest first. Nothing is ever deleted, so all of it can come back. */
export const tombstonedRows = (view: ProjectView): readonly GraveRow[] =>
  lists(view)
    .flatMap(([entity, records]) =>
      (records as readonly Listed[]).flatMap((record): readonly GraveRow[] =>
        record.tombstone === null
          ? []
          : [
              {
                key: record.id,
                entity,
                id: record.id,
                name: nameOf(record),
                elementIds: elementsOf(record),
                costMinor: costAtStake(view, entity, record.id),
                at: record.tombstone.at,
                by: record.tombstone.by,
                reason: record.tombstone.reason,
              },
            ],
      ),
    )
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));

/** Lines without a place, which still count, and links that lead to something removed. */
export const orphanedRows = (view: ProjectView): readonly GraveRow[] => {
  const removed = new Map<string, LText>();
  for (const [, records] of lists(view))
    for (const record of records as readonly Listed[])
      if (record.tombstone !== null) removed.set(record.id, nameOf(record));
  return lists(view).flatMap(([entity, records]) =>
    (records as readonly Listed[]).flatMap((record): readonly GraveRow[] => {
      if (record.tombstone !== null || entity === 'section') return [];
      const dead = linksOf(record).filter((id) => removed.has(id));
      const orphanReason = 'orphanReason' in record && record.status === 'orphaned' ? record.orphanReason : undefined;
      const isOrphaned = 'status' in record && record.status === 'orphaned';
      if (!isOrphaned && dead.length === 0) return [];
      return [
        {
          key: record.id,
          entity,
          id: record.id,
          name: nameOf(record),
          elementIds: elementsOf(record),
          costMinor: costAtStake(view, entity, record.id),
          at: record.updatedAt,
          why: isOrphaned ? (orphanReason ?? 'task_removed') : 'link',
          deadNames: dead.flatMap((id) => removed.get(id) ?? []),
        },
      ];
    }),
  );
};

const linksOf = (record: Listed): readonly string[] => [
  ...('taskIds' in record ? record.taskIds : []),
  ...('elementIds' in record ? record.elementIds : []),
  ...('elementId' in record && record.elementId !== null ? [record.elementId] : []),
  ...('dependsOn' in record ? record.dependsOn : []),
];

export type GraveFilter = {
  readonly entity: GraveEntity | 'all';
  readonly elementId: string;
  /** Removed or touched within so many days; 0 is any time. */
  readonly days: number;
};

export const filtered = (rows: readonly GraveRow[], filter: GraveFilter, now: number): readonly GraveRow[] =>
  rows.filter(
    ({ entity, elementIds, at }) =>
      (filter.entity === 'all' || filter.entity === entity) &&
      (filter.elementId === 'all' || elementIds.includes(filter.elementId)) &&
      (filter.days === 0 || now - Date.parse(at) <= filter.days * 86_400_000),
  );

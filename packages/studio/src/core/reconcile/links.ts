import type { AutoFix } from '../domain/patch.ts';
import type { EntityType } from '../domain/primitives.ts';
import { entityAt, isLive, liveOf, type Records } from '../fold/records.ts';
import { paths } from '../patch/paths.ts';
import { valueAt } from '../patch/values.ts';
import { labelOf } from '../validate/names.ts';
import { about } from '../words/format.ts';
import type { Finding, Invariant } from './world.ts';

/** Lists of links, by the entity that has them. */
const lists: readonly { readonly entity: EntityType; readonly path: string; readonly to: EntityType }[] = (
  ['task', 'materialLine', 'workLine', 'risk', 'decision'] as const
).flatMap((entity) =>
  Object.entries(paths[entity]).flatMap(([path, { isRefList, refers }]) =>
    isRefList && refers ? [{ entity, path, to: refers }] : [],
  ),
);

const linksOf = (records: Records) =>
  lists.flatMap(({ entity, path, to }) =>
    liveOf(records[entity] as ReadonlyMap<string, { readonly id: string; readonly tombstone: unknown }>).map(
      (value) => ({
        entity,
        path,
        to,
        id: value.id,
        refs: valueAt(value as never, path) as readonly string[],
      }),
    ),
  );

const knownIds: Invariant = {
  id: 'I17',
  severity: 'warn',
  holds: 'Lists of tasks and elements name only what exists and is live',
  otherwise: 'ids that never existed are dropped; links to removed things are flagged',
  fix: ({ records }) =>
    linksOf(records).flatMap(({ entity, path, to, id, refs }): readonly AutoFix[] => {
      const unknown = refs.filter((each) => entityAt(records, to, each) === undefined);
      return unknown.length === 0 ? [] : [{ fix: 'dropRefs', entity, id, path, refs: unknown }];
    }),
  find: ({ records }) =>
    linksOf(records).flatMap(({ entity, path, to, id, refs }): readonly Finding[] => {
      const dead = refs.filter((each) => entityAt(records, to, each) && !isLive(entityAt(records, to, each)));
      // Dependencies are I06; a line or task that lost every link is I03 or I15.
      if (dead.length === 0 || path === 'dependsOn') return [];
      if (dead.length === refs.length && (entity === 'task' || entity === 'materialLine' || entity === 'workLine'))
        return [];
      return [
        {
          refs: [{ entity, id }],
          key: path,
          message: about(
            labelOf(records, entity, id),
            (n) => `"${n}" מקושר ל־${dead.length} פריטים שהוסרו.`,
            (n) => `"${n}" is linked to ${dead.length} removed items.`,
          ),
          evidence: [...dead].sort(),
          actions: ['unlink', 'restore', 'dismiss'],
        },
      ];
    }),
};

const ordered = ['element', 'task', 'section'] as const;

const sortKeys: Invariant = {
  id: 'I20',
  severity: 'none',
  holds: 'No two entries of a list have the same place',
  otherwise: 'the later one moves behind',
  fix: ({ records }) =>
    ordered.flatMap((entity) => {
      const all = liveOf(
        records[entity] as ReadonlyMap<
          string,
          { readonly id: string; readonly sortKey: number; readonly tombstone: unknown }
        >,
      );
      const sorted = [...all].sort((a, b) => a.sortKey - b.sortKey || (a.id < b.id ? -1 : 1));
      const fixes: AutoFix[] = [];
      let last = -1;
      for (const { id, sortKey } of sorted) {
        const place = sortKey > last ? sortKey : last + 1;
        if (place !== sortKey) fixes.push({ fix: 'sortKey', entity, id, sortKey: place });
        last = place;
      }
      return fixes;
    }),
};

export const linkInvariants: readonly Invariant[] = [knownIds, sortKeys];

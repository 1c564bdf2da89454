import type {
  Decision,
  Element,
  Entity,
  EntityOf,
  Fact,
  MaterialLine,
  Project,
  Risk,
  Section,
  Task,
  WorkLine,
} from '../domain/entities.ts';
import type { EntityType } from '../domain/primitives.ts';

/**
 * The entities of one project by id. The maps are changed in place and have one owner; the entities in them are
 * replaced, never changed, so that a copy of the maps is a copy of the state.
 */
export type Records = {
  readonly project: Map<string, Project>;
  readonly element: Map<string, Element>;
  readonly task: Map<string, Task>;
  readonly materialLine: Map<string, MaterialLine>;
  readonly workLine: Map<string, WorkLine>;
  readonly fact: Map<string, Fact>;
  readonly risk: Map<string, Risk>;
  readonly decision: Map<string, Decision>;
  readonly section: Map<string, Section>;
};

export const emptyRecords = (): Records => ({
  project: new Map(),
  element: new Map(),
  task: new Map(),
  materialLine: new Map(),
  workLine: new Map(),
  fact: new Map(),
  risk: new Map(),
  decision: new Map(),
  section: new Map(),
});

export const copyRecords = (records: Records): Records => ({
  project: new Map(records.project),
  element: new Map(records.element),
  task: new Map(records.task),
  materialLine: new Map(records.materialLine),
  workLine: new Map(records.workLine),
  fact: new Map(records.fact),
  risk: new Map(records.risk),
  decision: new Map(records.decision),
  section: new Map(records.section),
});

export const projectOf = (records: Records): Project => {
  for (const project of records.project.values()) return project;
  throw new Error('this project was never created');
};

export const entityAt = <Type extends EntityType>(
  records: Records,
  entity: Type,
  id: string,
): EntityOf[Type] | undefined => (records[entity] as Map<string, EntityOf[Type]>).get(id);

export const putEntity = (records: Records, entity: EntityType, value: Entity): void => {
  (records[entity] as Map<string, Entity>).set(value.id, value);
};

export const isLive = (value: { readonly tombstone: unknown } | undefined): boolean => value?.tombstone === null;

export const liveOf = <Value extends { readonly tombstone: unknown }>(
  map: ReadonlyMap<string, Value>,
): readonly Value[] => {
  const live: Value[] = [];
  for (const value of map.values()) if (value.tombstone === null) live.push(value);
  return live;
};

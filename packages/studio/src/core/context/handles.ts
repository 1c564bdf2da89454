import type { EntityType } from '../domain/index.ts';

const letters: Readonly<Record<EntityType, string>> = {
  project: 'p',
  element: 'e',
  task: 't',
  materialLine: 'm',
  workLine: 'w',
  fact: 'f',
  risk: 'r',
  decision: 'd',
  section: 's',
};

/** Names for one turn: a model sees `e1` and `t4`, never an id, so it cannot name what it was not shown. */
export type Handles = {
  readonly of: (entity: EntityType, id: string) => string;
  readonly idOf: (handle: string) => { readonly entity: EntityType; readonly id: string } | undefined;
};

export const createHandles = (): Handles => {
  const byId = new Map<string, string>();
  const byHandle = new Map<string, { readonly entity: EntityType; readonly id: string }>();
  const counts = new Map<EntityType, number>();
  return {
    of: (entity, id) => {
      const known = byId.get(id);
      if (known) return known;
      const nth = (counts.get(entity) ?? 0) + 1;
      counts.set(entity, nth);
      const handle = `${letters[entity]}${nth}`;
      byId.set(id, handle);
      byHandle.set(handle, { entity, id });
      return handle;
    },
    idOf: (handle) => byHandle.get(handle),
  };
};

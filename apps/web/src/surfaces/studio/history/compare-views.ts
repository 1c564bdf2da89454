import type { JsonValue, LText, ProjectView } from '@atelier/contracts/studio';
import type { z } from 'zod';

type Json = z.infer<typeof JsonValue>;
type ComparedField = { readonly path: string; readonly from: Json; readonly to: Json };
export type Compared = {
  readonly id: string;
  readonly entity: string;
  readonly name: LText;
  readonly what: 'added' | 'removed' | 'changed';
  readonly fields: readonly ComparedField[];
};

const lists = (view: ProjectView) =>
  [
    ['element', view.elements],
    ['section', view.sections],
    ['task', view.tasks],
    ['materialLine', view.materialLines],
    ['workLine', view.workLines],
    ['risk', view.risks],
    ['decision', view.decisions],
  ] as const;

type Listed = ReturnType<typeof lists>[number][1][number];

/** Record keeping, which people did not change by themselves. */
const kept: ReadonlySet<string> = new Set([
  'id',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedSeq',
  'origin',
  'tombstone',
  'sortKey',
]);

const nameOf = (record: Listed): LText =>
  'name' in record ? record.name : 'label' in record ? record.label : record.title;

/** What is different now from the project as it was then. */
export const compareViews = (then: ProjectView, now: ProjectView): readonly Compared[] => {
  const after = new Map(lists(now).map(([entity, records]) => [entity as string, records as readonly Listed[]]));
  const compared = lists(then).flatMap(([entity, records]): readonly Compared[] => {
    const before = new Map((records as readonly Listed[]).map((record) => [record.id as string, record]));
    const current = new Map((after.get(entity) ?? []).map((record) => [record.id as string, record]));
    return [...new Set([...before.keys(), ...current.keys()])].flatMap((id): readonly Compared[] => {
      const [was, is] = [before.get(id), current.get(id)];
      const [wasLive, isLive] = [was?.tombstone === null, is?.tombstone === null];
      const name = is ?? was;
      if (name === undefined || (!wasLive && !isLive)) return [];
      const shared = { id, entity, name: nameOf(name) };
      if (!wasLive || was === undefined) return [{ ...shared, what: 'added', fields: [] }];
      if (!isLive || is === undefined) return [{ ...shared, what: 'removed', fields: [] }];
      const fields = changedIn(was, is);
      return fields.length === 0 ? [] : [{ ...shared, what: 'changed', fields }];
    });
  });
  const project = changedIn(
    pick(then.project, ['title', 'brief', 'venue', 'eventDate', 'installStart', 'strikeEnd', 'projectStage']),
    pick(now.project, ['title', 'brief', 'venue', 'eventDate', 'installStart', 'strikeEnd', 'projectStage']),
  );
  return project.length === 0
    ? compared
    : [
        { id: now.projectId, entity: 'project', name: now.project.title, what: 'changed', fields: project },
        ...compared,
      ];
};

const pick = (from: object, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, (from as Readonly<Record<string, unknown>>)[name]]));

const changedIn = (was: object, is: object): readonly ComparedField[] => {
  const [before, after] = [flat(was), flat(is)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((path): readonly ComparedField[] => {
    const [from, to] = [before.get(path) ?? null, after.get(path) ?? null];
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ path, from, to }];
  });
};

/** Paths as changes name them: `dims.widthMm`, `title.he`. A price is one value. */
const flat = (record: object): ReadonlyMap<string, Json> => {
  const paths = new Map<string, Json>();
  for (const [name, value] of Object.entries(record) as readonly (readonly [string, Json])[]) {
    if (kept.has(name)) continue;
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value) && name !== 'pricing';
    if (isGroup)
      for (const [part, each] of Object.entries(value) as readonly (readonly [string, Json])[])
        paths.set(`${name}.${part}`, each);
    else paths.set(name, value);
  }
  return paths;
};

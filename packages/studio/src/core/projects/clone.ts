import { derivedId, type Json, type Sha256 } from '@atelier/kernel/core';
import type { Entity, Fact, MaterialLine, Task } from '../domain/entities.ts';
import type { PatchOp } from '../domain/patch.ts';
import type { EntityType, LText } from '../domain/primitives.ts';
import type { PolicyVersion } from '../domain/workspace.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { paths } from '../patch/paths.ts';
import { mintIds, orderOps } from '../patch/prepare.ts';
import { valueAt } from '../patch/values.ts';
import { dayNumber, dayText } from '../schedule/hebrew-calendar.ts';
import { both } from '../words/issue.ts';
import { createProject } from './create.ts';

export type Clone = {
  readonly projectId: string;
  readonly title: LText;
  /** The new event day: every date of the project moves by as much. */
  readonly eventDate?: string;
  readonly withCosts: boolean;
  /** What was gathered about the project names prices, too: it is not for everybody who may see the plan. */
  readonly withFacts: boolean;
  readonly asTemplate: boolean;
  readonly policy: PolicyVersion;
  readonly by: string;
  readonly now: string;
  readonly sha256: Sha256;
};

const copied = ['section', 'element', 'task', 'materialLine', 'workLine', 'risk', 'decision'] as const;

/** A project that starts from another: its live entities under new ids, nothing done, nothing approved, nobody's draft. */
export const cloneProject = (state: ProjectState, clone: Clone): readonly NewProjectEvent[] => {
  const from = projectOf(state.records);
  const { projectId, eventDate, sha256, by, now } = clone;
  const days = eventDate && from.eventDate ? dayNumber(eventDate) - dayNumber(from.eventDate) : 0;
  const move = <Value extends string | undefined>(date: Value): Value =>
    (date === undefined ? undefined : dayText(dayNumber(date) + days)) as Value;
  const turnId = derivedId('trn', sha256, `${projectId}/clone`);
  const tempIds = new Map<string, string>();
  const sources: { readonly entity: EntityType; readonly value: Entity }[] = [];
  for (const entity of copied) {
    if (!clone.withCosts && (entity === 'materialLine' || entity === 'workLine')) continue;
    for (const value of liveOf(state.records[entity] as ReadonlyMap<string, Entity>)) {
      tempIds.set(value.id, `tmp:c${tempIds.size}`);
      sources.push({ entity, value });
    }
  }
  const ops = sources.map(({ entity, value }, nth) =>
    createOf(entity, asNew(entity, value, move), tempIds, turnId, nth),
  );
  const ids = mintIds(sha256, turnId, ops);
  const { title: _t, eventDate: _e, client, id: _i, ...rest } = from;
  const dates = (['installStart', 'strikeEnd'] as const).flatMap((path) =>
    from[path] ? [[path, move(from[path])] as const] : [],
  );
  const moved = eventDate ?? from.eventDate;
  return [
    ...createProject(
      {
        projectId,
        title: clone.title,
        clientName: client.name,
        primaryLang: from.primaryLang,
        policy: clone.policy,
        by,
        now,
        ...(moved === undefined ? {} : { eventDate: moved }),
      },
      { ...rest, client, ...Object.fromEntries(dates), isTemplate: clone.asTemplate, isArchived: false },
      { clonedFrom: from.id },
    ),
    ...(ops.length === 0
      ? []
      : [
          {
            kind: 'changeset.applied' as const,
            data: {
              by,
              turnId,
              changeSetId: derivedId('cs', sha256, `${projectId}/clone`),
              source: 'seed' as const,
              title: both('העתקה מפרויקט', 'Copied from a project'),
              ops: [...orderOps(ops)],
              tempIdMap: { ...ids },
              baseSeq: 0,
            },
          },
        ]),
    ...facts(state, clone, (id) => ids[tempIds.get(id) ?? '']),
    ...payments(state, clone, move),
  ];
};

/** How a client pays is a habit of the house; fixed sums are only worth something beside the costs they come from. */
const payments = (
  { paymentPlan }: ProjectState,
  { withCosts, by }: Clone,
  move: (date: string) => string,
): readonly NewProjectEvent[] => {
  if (paymentPlan.length === 0 || (!withCosts && paymentPlan.some(({ amount }) => 'minor' in amount))) return [];
  const parts = paymentPlan.map((part) =>
    part.due.kind === 'date' ? { ...part, due: { ...part.due, date: move(part.due.date) } } : part,
  );
  return [{ kind: 'paymentPlan.set', data: { by, parts } }];
};

/** As on the first day: nothing started, nothing ordered. */
const asNew = (entity: EntityType, value: Entity, move: (date: string | undefined) => string | undefined): Entity => {
  if (entity === 'task') {
    const { startDate, dueDate, assigneeId: _a, pictures: _p, ...task } = value as Task;
    const checklist = task.checklist.map((each) => ({ ...each, done: false }));
    return {
      ...task,
      status: 'todo',
      checklist,
      pictures: [],
      ...dated({ startDate: move(startDate), dueDate: move(dueDate) }),
    };
  }
  if (entity === 'materialLine') {
    const line = value as MaterialLine;
    return { ...line, purchase: { status: line.purchase.status === 'none' ? 'none' : 'needed' } };
  }
  if (entity === 'section') {
    const { startDate, endDate, ...section } = value as Entity & { startDate?: string; endDate?: string };
    return { ...section, ...dated({ startDate: move(startDate), endDate: move(endDate) }) } as Entity;
  }
  return value;
};

const dated = (dates: Readonly<Record<string, string | undefined>>): object =>
  Object.fromEntries(Object.entries(dates).filter(([, date]) => date !== undefined));

const createOf = (
  entity: EntityType,
  value: Entity,
  tempIds: ReadonlyMap<string, string>,
  turnId: string,
  nth: number,
): PatchOp => {
  const fields: Record<string, Json> = {};
  for (const [path, { refers }] of Object.entries(paths[entity])) {
    const at = valueAt(value, path);
    if (at === null) continue;
    // A link to something that is not copied is left out.
    if (refers && Array.isArray(at)) fields[path] = at.flatMap((id) => tempIds.get(String(id)) ?? []);
    else if (refers) {
      const id = tempIds.get(String(at));
      if (id) fields[path] = id;
    } else fields[path] = at;
  }
  return {
    op: 'create',
    opId: `copy-${nth}`,
    groupId: turnId,
    entity,
    tempId: tempIds.get(value.id) ?? '',
    fields,
    reason: both('העתקה', 'Copied'),
    include: true,
  };
};

const facts = (
  state: ProjectState,
  clone: Clone,
  newIdOf: (id: string) => string | undefined,
): readonly NewProjectEvent[] => {
  if (!clone.withFacts) return [];
  const kept = [...state.records.fact.values()].filter(({ status }) => status === 'accepted');
  const made = kept.flatMap((fact, nth): readonly Fact[] => {
    const id = fact.subject.kind === 'project' ? clone.projectId : newIdOf(fact.subject.id);
    if (!id) return [];
    const { contradicts: _c, ...rest } = fact;
    return [
      {
        ...rest,
        id: derivedId('fct', clone.sha256, `${clone.projectId}/fact/${nth}`),
        subject: { ...fact.subject, id },
        createdAt: clone.now,
        createdBy: clone.by,
        updatedAt: clone.now,
        updatedSeq: 0,
        origin: { source: 'import' },
      },
    ];
  });
  return made.length === 0 ? [] : [{ kind: 'fact.recorded', data: { by: clone.by, facts: made } }];
};

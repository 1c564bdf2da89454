import type { Json } from '@atelier/kernel/core';
import {
  accountingOf,
  effectivePolicy,
  includedBuckets,
  materialLineCost,
  workLineCost,
} from '../accounting/accounting.ts';
import type { Element, KnowledgeChunk, LText, MaterialLine, PatchOp, Task, WorkLine } from '../domain/index.ts';
import { liveOf, projectOf } from '../fold/records.ts';
import { price } from '../money/price.ts';
import { ruleFor } from '../patch/paths.ts';
import type { SkillWorld } from '../skills/world.ts';
import type { Handles } from './handles.ts';
import type { Need } from './load.ts';

export type Slice = {
  readonly elements: readonly Element[];
  readonly tasks: readonly Task[];
  readonly lines: readonly (MaterialLine | WorkLine)[];
  readonly restElements: readonly Element[];
  readonly restTasks: readonly Task[];
  readonly restLines: readonly (MaterialLine | WorkLine)[];
  readonly chunks: readonly KnowledgeChunk[];
  readonly messages: SkillWorld['messages'];
  readonly facts: number;
  /** Longer texts are cut here. */
  readonly textLength: number;
};

type Fields = Record<string, Json>;

/** A slice as plain data: handles instead of ids, whole entities in scope, the rest as sums per element and trade. */
export const writeSlice = (slice: Slice, needs: readonly Need[], world: SkillWorld, handles: Handles): Json => {
  const { records } = world;
  const project = projectOf(records);
  const cut = (text: LText | undefined): Json => {
    if (!text) return null;
    return Object.fromEntries(
      Object.entries(text).map(([lang, each]) => [lang, String(each).slice(0, slice.textLength)]),
    );
  };
  const ref = (entity: 'element' | 'task', id: string): string => handles.of(entity, id);
  const shown = new Set(slice.elements.map(({ id }) => id));
  const seen = new Set(slice.tasks.map(({ id }) => id));
  const data: Fields = {
    project: compact({
      handle: handles.of('project', project.id),
      title: cut(project.title),
      stage: project.projectStage,
      currency: project.currency,
      primaryLang: project.primaryLang,
      eventDate: project.eventDate,
      installStart: project.installStart,
      strikeEnd: project.strikeEnd,
      brief: cut(project.brief),
    }),
  };
  if (needs.includes('E'))
    data.elements = slice.elements.map((element) =>
      compact({
        handle: ref('element', element.id),
        name: cut(element.name),
        aliases: element.aliases.slice(0, 4),
        kind: element.kind,
        qty: element.qty,
        dims: element.dims,
        colors: element.colors.map(({ name }) => name.en ?? name.he ?? ''),
        materials: element.materials.slice(0, 8),
        notes: cut(element.notes),
        clientText: cut(element.clientText),
        approvedVersion: needs.includes('S') ? world.snapshots.get(element.id)?.at(-1)?.version : undefined,
      }),
    );
  if (needs.includes('T'))
    data.tasks = slice.tasks.map((task) =>
      compact({
        handle: ref('task', task.id),
        title: cut(task.title),
        elements: task.elementIds.filter((id) => shown.has(id)).map((id) => ref('element', id)),
        granularity: task.granularity,
        trade: task.trade,
        status: task.status,
        minutes: task.estimateMin,
        crew: task.crew,
        dependsOn: task.dependsOn.filter((id) => seen.has(id)).map((id) => ref('task', id)),
        due: task.dueDate,
        purchase: task.purchase.mode,
      }),
    );
  if (needs.includes('L')) {
    data.lines = slice.lines.map((line) =>
      compact({
        handle: handles.of('unit' in line ? 'materialLine' : 'workLine', line.id),
        label: cut(line.label),
        element: line.elementId !== null && shown.has(line.elementId) ? ref('element', line.elementId) : undefined,
        costMinor: 'unit' in line ? materialLineCost(line) : workLineCost(line),
        ...('unit' in line
          ? { unit: line.unit, qtyMilli: line.qtyMilli, unitCostMinor: line.unitCostMinor }
          : { trade: line.trade, pricing: line.pricing as Json }),
      }),
    );
    data.totals = totals(world);
  }
  const rest = summary(slice, handles);
  if (rest.length > 0) data.summary = rest;
  if (needs.includes('F')) data.facts = factsOf(slice, world, shown, handles, cut);
  if (needs.includes('R')) data.open = openOf(world, cut);
  if (needs.includes('K') || slice.chunks.length > 0)
    data.knowledge = slice.chunks.map(({ title, text, source }) => ({
      title,
      text: text.slice(0, slice.textLength * 3),
      source,
    }));
  if (needs.includes('M'))
    data.messages = slice.messages.map(({ role, text }) => ({ role, text: text.slice(0, slice.textLength) }));
  if (needs.includes('D') && world.draft) data.draft = world.draft.ops.map((op) => opData(op, handles));
  return data;
};

const compact = (fields: Readonly<Record<string, unknown>>): Json =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  ) as Json;

const totals = (world: SkillWorld): Json => {
  const accounting = accountingOf(world.records);
  const priced = world.policy
    ? price(includedBuckets(world.records, accounting), effectivePolicy(world.policy, world.pricing))
    : undefined;
  return compact({
    directMinor: accounting.directMinor,
    orphanedMinor: accounting.orphanedMinor,
    subtotalMinor: priced ? Number(priced.subtotalMinor) : undefined,
    totalMinor: priced ? Number(priced.totalMinor) : undefined,
    effectiveMarginBps: priced ? Number(priced.effectiveMarginBps) : undefined,
  });
};

const mostRows = 40;

/** What was left out, per element and trade. Its handles are for totals only: nothing in it can be changed. */
const summary = ({ restTasks, restLines, restElements }: Slice, handles: Handles): readonly Json[] => {
  const rows = new Map<
    string,
    { element: string | null; trade: string; count: number; minutes: number; costMinor: number }
  >();
  const row = (elementId: string | null, trade: string) => {
    const key = `${elementId} ${trade}`;
    const found = rows.get(key) ?? {
      element: elementId === null ? null : handles.of('element', elementId),
      trade,
      count: 0,
      minutes: 0,
      costMinor: 0,
    };
    rows.set(key, found);
    return found;
  };
  for (const { elementIds, trade, estimateMin, crew } of restTasks) {
    const at = row(elementIds[0] ?? null, trade);
    at.count += 1;
    at.minutes += estimateMin * crew;
  }
  for (const line of restLines) {
    const at = row(line.elementId, 'unit' in line ? 'materials' : line.trade);
    at.count += 1;
    at.costMinor += 'unit' in line ? materialLineCost(line) : workLineCost(line);
  }
  if (restElements.length > 0) row(null, 'elements').count += restElements.length;
  const all = [...rows.values()].sort((a, b) => b.costMinor - a.costMinor || b.minutes - a.minutes);
  const kept = all.slice(0, mostRows);
  const left = all.slice(mostRows);
  if (left.length > 0) {
    const sum = (of: 'count' | 'minutes' | 'costMinor'): number => left.reduce((all, each) => all + each[of], 0);
    kept.push({
      element: null,
      trade: 'rest',
      count: sum('count'),
      minutes: sum('minutes'),
      costMinor: sum('costMinor'),
    });
  }
  return kept;
};

const factsOf = (
  slice: Slice,
  world: SkillWorld,
  shown: ReadonlySet<string>,
  handles: Handles,
  cut: (text: LText | undefined) => Json,
): Json =>
  liveOf(world.records.fact)
    .filter(
      ({ status, subject }) =>
        (status === 'accepted' || status === 'proposed') && (subject.kind === 'project' || shown.has(subject.id)),
    )
    .sort((a, b) => (a.status === b.status ? (a.id < b.id ? -1 : 1) : a.status === 'accepted' ? -1 : 1))
    .slice(0, slice.facts)
    .map(({ id, subject, key, value, text, status }) =>
      compact({
        handle: handles.of('fact', id),
        about: subject.kind === 'element' ? handles.of('element', subject.id) : 'project',
        key,
        value: JSON.stringify(value).slice(0, slice.textLength),
        text: cut(text),
        // A proposed fact is somebody's claim. It can support nothing until a person accepts it.
        status: status === 'proposed' ? 'proposed (not accepted: may not justify a change)' : 'accepted',
      }),
    );

const openOf = (world: SkillWorld, cut: (text: LText | undefined) => Json): Json => ({
  flags: world.flags
    .slice(0, 30)
    .map(({ invariant, severity, message }) => ({ invariant, severity, message: cut(message) })),
  risks: liveOf(world.records.risk)
    .filter(({ status }) => status === 'open')
    .slice(0, 20)
    .map(({ title, likelihood, impact }) => ({ title: cut(title), likelihood, impact })),
  decisions: liveOf(world.records.decision)
    .filter(({ status }) => status === 'open')
    .slice(0, 20)
    .map(({ title }) => ({ title: cut(title) })),
});

/** An op of the draft with handles in place of ids. */
const opData = (op: PatchOp, handles: Handles): Json => {
  const hidden = (entity: PatchOp['entity'], path: string, value: Json): Json => {
    const refers = ruleFor(entity, path)?.refers;
    if (!refers) return value;
    if (typeof value === 'string') return handles.of(refers, value);
    return Array.isArray(value) ? value.map((each) => handles.of(refers, String(each))) : value;
  };
  const fields = (values: Readonly<Record<string, Json>>): Json =>
    Object.fromEntries(Object.entries(values).map(([path, value]) => [path, hidden(op.entity, path, value)]));
  const shared = { opId: op.opId, op: op.op, entity: op.entity, include: op.include };
  switch (op.op) {
    case 'create':
      return { ...shared, handle: handles.of(op.entity, op.tempId), fields: fields(op.fields) };
    case 'set':
      return { ...shared, handle: handles.of(op.entity, op.id), changes: fields(op.changes) };
    case 'addRef':
    case 'removeRef':
      return {
        ...shared,
        handle: handles.of(op.entity, op.id),
        path: op.path,
        refs: hidden(op.entity, op.path, [...op.refs]),
      };
    default:
      return { ...shared, handle: handles.of(op.entity, op.id) };
  }
};

import { z } from 'zod';
import {
  Colour,
  Decision,
  Element,
  elementKinds,
  Fact,
  MaterialLine,
  Picture,
  Project,
  Risk,
  Section,
  Task,
  WorkLine,
} from '../domain/entities.ts';
import type { EntityType, ProjectStage } from '../domain/primitives.ts';
import { JsonValue, Unit } from '../domain/primitives.ts';

/** What may stand at one path of one entity. */
export type PathRule = {
  readonly schema: z.ZodType;
  /** The path may be cleared with null. */
  readonly clears: boolean;
  /** The value is an id, or a list of ids, of this entity. */
  readonly refers?: EntityType;
  /** Order means nothing: two lists with the same members are the same. */
  readonly isSet?: true;
  /** Changed with addRef and removeRef once the entity exists. */
  readonly isRefList?: true;
  /** The first project stage in which it may be written. */
  readonly from?: ProjectStage;
  /** May be given when the entity is created, and never again. */
  readonly createOnly?: true;
  readonly isMoney?: true;
  /** Prints on quotes. */
  readonly forClient?: true;
};

const one = (schema: z.ZodType, rest: Partial<PathRule> = {}): PathRule => ({ schema, clears: false, ...rest });
const may = (schema: z.ZodType, rest: Partial<PathRule> = {}): PathRule => ({ schema, clears: true, ...rest });
const refs = (refers: EntityType, most: number): PathRule =>
  one(z.array(z.string()).max(most), { refers, isRefList: true, isSet: true });

/** Both languages of one text. */
const text = (path: string, longest = 500, rest: Partial<PathRule> = {}): Record<string, PathRule> => ({
  [`${path}.he`]: may(z.string().max(longest), rest),
  [`${path}.en`]: may(z.string().max(longest), rest),
});
const words = (longest: number, most: number) => z.array(z.string().min(1).max(longest)).max(most);
const length = Element.shape.dims.shape.widthMm;
const sortKey = one(z.int().min(0).max(1_000_000_000));
const build = Element.shape.build.shape;

/**
 * Every path a change may set, for every entity. Whatever is not here is refused: ids, tombstones, approvals,
 * snapshots, policies, quotes, the stage, the currency and the status of lines have ways of their own.
 */
export const paths: Readonly<Record<EntityType, Readonly<Record<string, PathRule>>>> = {
  project: {
    ...text('title'),
    ...text('brief', 4_000),
    ...text('venue'),
    eventDate: may(Project.shape.eventDate),
    installStart: may(Project.shape.installStart),
    strikeEnd: may(Project.shape.strikeEnd),
  },
  element: {
    ...text('name', 500, { forClient: true }),
    kind: one(z.enum(elementKinds)),
    aliases: one(words(120, 12), { isSet: true }),
    qty: one(Element.shape.qty),
    'dims.widthMm': may(length),
    'dims.heightMm': may(length),
    'dims.depthMm': may(length),
    colors: one(z.array(Colour).max(8)),
    materials: one(words(120, 20), { isSet: true }),
    ...text('finish'),
    ...text('mounting'),
    ...text('location'),
    ...text('notes', 4_000),
    ...text('clientText', 4_000, { forClient: true }),
    clientVisible: one(z.boolean()),
    costHandledElsewhere: one(z.boolean()),
    quoteRole: one(Element.shape.quoteRole),
    alternativeGroup: may(z.string().min(1).max(60)),
    pictures: one(z.array(Picture).max(20)),
    parentId: may(z.string(), { refers: 'element' }),
    sectionId: may(z.string(), { refers: 'section' }),
    tags: one(words(60, 20), { isSet: true }),
    sortKey,
    ...text('build.method', 500, { from: 'solutioning' }),
    ...text('build.structure', 500, { from: 'solutioning' }),
    'build.joints': may(build.joints, { from: 'solutioning' }),
    'build.splitParts': may(build.splitParts, { from: 'solutioning' }),
    'build.weightG': may(build.weightG, { from: 'solutioning' }),
    'build.powerW': may(build.powerW, { from: 'solutioning' }),
  },
  task: {
    ...text('title'),
    ...text('description', 4_000),
    stage: one(Task.shape.stage),
    granularity: one(Task.shape.granularity),
    trade: one(Task.shape.trade),
    status: one(Task.shape.status),
    estimateMin: one(Task.shape.estimateMin),
    crew: one(Task.shape.crew),
    startDate: may(Task.shape.startDate),
    dueDate: may(Task.shape.dueDate),
    assigneeId: may(Task.shape.assigneeId),
    'purchase.mode': one(Task.shape.purchase.shape.mode),
    'purchase.note': may(z.string().max(500)),
    sectionId: may(z.string(), { refers: 'section' }),
    sortKey,
    checklist: one(Task.shape.checklist, { from: 'solutioning' }),
    pictures: one(z.array(Picture).max(20)),
    elementIds: refs('element', 20),
    dependsOn: refs('task', 30),
  },
  materialLine: {
    ...text('label'),
    elementId: may(z.string(), { refers: 'element' }),
    unit: one(Unit),
    qtyMilli: one(MaterialLine.shape.qtyMilli),
    wasteBps: one(MaterialLine.shape.wasteBps),
    unitCostMinor: one(MaterialLine.shape.unitCostMinor, { isMoney: true }),
    supplier: may(MaterialLine.shape.supplier),
    sku: may(MaterialLine.shape.sku),
    priceSource: one(MaterialLine.shape.priceSource),
    priceAsOf: may(MaterialLine.shape.priceAsOf),
    'purchase.status': one(MaterialLine.shape.purchase.shape.status),
    'purchase.on': may(MaterialLine.shape.purchase.shape.on),
    'purchase.note': may(z.string().max(500)),
    clientVisible: one(z.boolean()),
    ...text('notes', 4_000),
    taskIds: refs('task', 30),
  },
  workLine: {
    ...text('label'),
    elementId: may(z.string(), { refers: 'element' }),
    kind: one(WorkLine.shape.kind),
    trade: one(WorkLine.shape.trade),
    pricing: one(WorkLine.shape.pricing, { isMoney: true }),
    clientVisible: one(z.boolean()),
    ...text('notes', 4_000),
    taskIds: refs('task', 30),
  },
  fact: {
    subject: one(Fact.shape.subject, { createOnly: true }),
    key: one(Fact.shape.key, { createOnly: true }),
    value: one(JsonValue, { createOnly: true }),
    'text.he': may(z.string().max(500), { createOnly: true }),
    'text.en': may(z.string().max(500), { createOnly: true }),
    confidence: one(Fact.shape.confidence, { createOnly: true }),
  },
  risk: {
    ...text('title'),
    likelihood: one(Risk.shape.likelihood),
    impact: one(Risk.shape.impact),
    ...text('mitigation'),
    status: one(Risk.shape.status),
    elementIds: refs('element', 20),
    taskIds: refs('task', 30),
  },
  decision: {
    ...text('title'),
    options: one(Decision.shape.options),
    chosen: may(Decision.shape.chosen),
    ...text('rationale'),
    status: one(Decision.shape.status),
    elementIds: refs('element', 20),
  },
  section: {
    ...text('title'),
    kind: one(Section.shape.kind),
    sortKey,
    startDate: may(Section.shape.startDate),
    endDate: may(Section.shape.endDate),
  },
};

export const ruleFor = (entity: EntityType, path: string): PathRule | undefined =>
  Object.hasOwn(paths[entity], path) ? paths[entity][path] : undefined;

import { z } from 'zod';
import {
  Currency,
  common,
  DayDate,
  idOf,
  JsonValue,
  Lang,
  LongText,
  LText,
  Minor,
  ProjectStage,
  QtyMilli,
  Timestamp,
  Trade,
  Unit,
  UserId,
} from './primitives.ts';

export const elementKinds = [
  'wall',
  'stage',
  'booth',
  'counter',
  'arch',
  'signage',
  'prop',
  'furniture',
  'lighting',
  'floor',
  'structure',
  'print',
  'av',
  'textile',
  'other',
] as const;
const Length = z.int().min(1).max(100_000);

export const Colour = z.strictObject({
  name: LText,
  hex: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .exactOptional(),
  ral: z.string().max(20).exactOptional(),
  pantone: z.string().max(40).exactOptional(),
});
export type Colour = z.infer<typeof Colour>;

export const Picture = z.strictObject({
  blob: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  name: z.string().min(1).max(200),
  kind: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  caption: LText.exactOptional(),
  onQuote: z.boolean(),
});
export type Picture = z.infer<typeof Picture>;

export const Element = z.strictObject({
  id: idOf('el'),
  name: LText,
  aliases: z.array(z.string().min(1).max(120)).max(12),
  kind: z.enum(elementKinds),
  qty: z.int().min(1).max(999),
  dims: z.strictObject({
    widthMm: Length.exactOptional(),
    heightMm: Length.exactOptional(),
    depthMm: Length.exactOptional(),
  }),
  colors: z.array(Colour).max(8),
  materials: z.array(z.string().min(1).max(120)).max(20),
  finish: LText.exactOptional(),
  mounting: LText.exactOptional(),
  location: LText.exactOptional(),
  notes: LongText.exactOptional(),
  clientText: LongText.exactOptional(),
  build: z.strictObject({
    method: LText.exactOptional(),
    structure: LText.exactOptional(),
    joints: z.array(z.string().min(1).max(200)).max(20).exactOptional(),
    splitParts: z.int().min(1).max(999).exactOptional(),
    weightG: z.int().min(0).max(100_000_000).exactOptional(),
    powerW: z.int().min(0).max(1_000_000).exactOptional(),
  }),
  parentId: idOf('el').exactOptional(),
  sectionId: idOf('sec').exactOptional(),
  tags: z.array(z.string().min(1).max(60)).max(20),
  sortKey: z.int().min(0).max(1_000_000_000),
  clientVisible: z.boolean(),
  costHandledElsewhere: z.boolean(),
  /** Optional and alternative elements stand outside the quote's total. */
  quoteRole: z.enum(['included', 'optional', 'alternative']),
  alternativeGroup: z.string().min(1).max(60).exactOptional(),
  pictures: z.array(Picture).max(20),
  ...common,
});
export type Element = z.infer<typeof Element>;

/** Everything a person approves: the element without its working notes, order and record keeping. */
export const ElementSpec = Element.omit({
  notes: true,
  sortKey: true,
  createdAt: true,
  createdBy: true,
  updatedAt: true,
  updatedSeq: true,
  origin: true,
  tombstone: true,
});
export type ElementSpec = z.infer<typeof ElementSpec>;

export const ElementSnapshot = z.strictObject({
  id: idOf('es'),
  elementId: idOf('el'),
  version: z.int().min(1),
  spec: ElementSpec,
  specHash: z.string(),
  approvedBy: UserId,
  approvedAt: Timestamp,
  basedOnSeq: z.int().min(0),
});
export type ElementSnapshot = z.infer<typeof ElementSnapshot>;

export const Task = z.strictObject({
  id: idOf('tsk'),
  title: LText,
  description: LongText.exactOptional(),
  elementIds: z.array(idOf('el')).max(20),
  stage: z.enum(['planning', 'solutioning']),
  granularity: z.enum(['milestone', 'mid', 'atomic']),
  status: z.enum(['todo', 'doing', 'blocked', 'done', 'cancelled']),
  dependsOn: z.array(idOf('tsk')).max(30),
  trade: Trade,
  estimateMin: z.int().min(0).max(60_000),
  crew: z.int().min(1).max(50),
  assigneeId: UserId.exactOptional(),
  startDate: DayDate.exactOptional(),
  dueDate: DayDate.exactOptional(),
  purchase: z.strictObject({
    mode: z.enum(['none', 'needed', 'handledElsewhere']),
    note: z.string().max(500).exactOptional(),
  }),
  sectionId: idOf('sec').exactOptional(),
  sortKey: z.int().min(0).max(1_000_000_000),
  checklist: z.array(z.strictObject({ text: z.string().min(1).max(300), done: z.boolean() })).max(40),
  pictures: z.array(Picture).max(20),
  ...common,
});
export type Task = z.infer<typeof Task>;

const line = {
  label: LText,
  /** None: General. */
  elementId: idOf('el').nullable(),
  taskIds: z.array(idOf('tsk')).max(30),
  /** Orphaned lines still count, until a person decides. */
  status: z.enum(['active', 'orphaned']),
  orphanReason: z.enum(['element_removed', 'task_removed']).exactOptional(),
  clientVisible: z.boolean(),
  notes: LongText.exactOptional(),
  ...common,
};

export const MaterialLine = z.strictObject({
  id: idOf('mat'),
  unit: Unit,
  qtyMilli: QtyMilli,
  wasteBps: z.int().min(0).max(5_000),
  unitCostMinor: Minor,
  /** A supplier's name as typed, or the id of a record (`sup_…`). */
  supplier: z.string().min(1).max(200).exactOptional(),
  sku: z.string().min(1).max(100).exactOptional(),
  priceSource: z.enum(['manual', 'catalog', 'estimate', 'supplierQuote']),
  priceAsOf: DayDate.exactOptional(),
  purchase: z.strictObject({
    status: z.enum(['none', 'needed', 'ordered', 'received']),
    /** The day it was ordered or received. */
    on: DayDate.exactOptional(),
    note: z.string().max(500).exactOptional(),
  }),
  ...line,
});
export type MaterialLine = z.infer<typeof MaterialLine>;

export const WorkPricing = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('hourly'),
    minutes: z.int().min(1).max(600_000),
    crew: z.int().min(1).max(50),
    rateMinorPerHour: Minor,
    /** Night, Friday and Shabbat, in basis points of the rate; absent is 10,000. */
    factorBps: z.int().min(1_000).max(50_000).exactOptional(),
  }),
  z.strictObject({ mode: z.literal('fixed'), amountMinor: Minor }),
]);
export type WorkPricing = z.infer<typeof WorkPricing>;

export const WorkLine = z.strictObject({
  id: idOf('wrk'),
  kind: z.enum(['labour', 'subcontract', 'transport', 'rental', 'fee']),
  trade: Trade,
  pricing: WorkPricing,
  ...line,
});
export type WorkLine = z.infer<typeof WorkLine>;

export const Fact = z.strictObject({
  id: idOf('fct'),
  subject: z.strictObject({ kind: z.enum(['project', 'element']), id: z.string() }),
  key: z.string().min(1).max(80),
  value: JsonValue,
  text: LText.exactOptional(),
  status: z.enum(['proposed', 'accepted', 'rejected', 'superseded']),
  source: z.strictObject({
    kind: z.enum(['chat', 'questionnaire', 'legacy', 'manual', 'skill']),
    ref: z.string().max(200).exactOptional(),
  }),
  confidence: z.int().min(0).max(1_000),
  contradicts: z.array(z.string()).max(20).exactOptional(),
  ...common,
});
export type Fact = z.infer<typeof Fact>;

export const Risk = z.strictObject({
  id: idOf('rsk'),
  title: LText,
  likelihood: z.int().min(1).max(5),
  impact: z.int().min(1).max(5),
  mitigation: LText.exactOptional(),
  status: z.enum(['open', 'mitigated', 'accepted', 'closed']),
  elementIds: z.array(idOf('el')).max(20),
  taskIds: z.array(idOf('tsk')).max(30),
  ...common,
});
export type Risk = z.infer<typeof Risk>;

export const Decision = z.strictObject({
  id: idOf('dec'),
  title: LText,
  options: z.array(LText).max(12),
  chosen: z.int().min(0).max(11).exactOptional(),
  rationale: LText.exactOptional(),
  status: z.enum(['open', 'decided']),
  elementIds: z.array(idOf('el')).max(20),
  ...common,
});
export type Decision = z.infer<typeof Decision>;

export const Section = z.strictObject({
  id: idOf('sec'),
  title: LText,
  kind: z.enum(['phase', 'area', 'milestone']),
  sortKey: z.int().min(0).max(1_000_000_000),
  startDate: DayDate.exactOptional(),
  endDate: DayDate.exactOptional(),
  ...common,
});
export type Section = z.infer<typeof Section>;

/** 0 is Sunday. */
const WeekDay = z.int().min(0).max(6);

export const Project = z.strictObject({
  id: idOf('prj'),
  title: LText,
  client: z.strictObject({
    name: z.string().min(1).max(200),
    contact: z.string().max(300).exactOptional(),
    vatId: z.string().max(40).exactOptional(),
    /** The record in the directory, when there is one. */
    clientId: idOf('cli').exactOptional(),
  }),
  brief: LongText.exactOptional(),
  eventDate: DayDate.exactOptional(),
  installStart: DayDate.exactOptional(),
  strikeEnd: DayDate.exactOptional(),
  venue: LText.exactOptional(),
  primaryLang: Lang,
  currency: Currency,
  timeZone: z.string().min(1).max(60),
  workWeek: z.array(WeekDay).min(1).max(7),
  /** Days off beside the national ones. */
  holidays: z.array(DayDate).max(200),
  nationalHolidays: z.enum(['IL', 'none']),
  projectStage: ProjectStage,
  quotePrefix: z.string().regex(/^[A-Za-z0-9-]{1,12}$/),
  /** `legacyTabs`: the old tabs can be opened; they can unless somebody hid them. */
  features: z.strictObject({ studioTabV1: z.boolean(), legacyTabs: z.boolean().exactOptional() }),
  settings: z.strictObject({ judge: z.enum(['auto', 'off']), costVisibility: z.enum(['all', 'editors']) }),
  isArchived: z.boolean(),
  isTemplate: z.boolean(),
  ...common,
});
export type Project = z.infer<typeof Project>;

export type EntityOf = {
  readonly project: Project;
  readonly element: Element;
  readonly task: Task;
  readonly materialLine: MaterialLine;
  readonly workLine: WorkLine;
  readonly fact: Fact;
  readonly risk: Risk;
  readonly decision: Decision;
  readonly section: Section;
};
export type Entity = EntityOf[keyof EntityOf];

export const KnowledgeChunk = z.strictObject({
  id: idOf('kno'),
  title: z.string().min(1).max(200),
  text: z.string().min(1).max(2_000),
  lang: Lang,
  /** A file's name, or how the text came in. */
  source: z.string().min(1).max(300),
  isOn: z.boolean(),
});
export type KnowledgeChunk = z.infer<typeof KnowledgeChunk>;

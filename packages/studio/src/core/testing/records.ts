import { createHash } from 'node:crypto';
import type { Sha256 } from '@atelier/kernel/core';
import type {
  Decision,
  Element,
  Entity,
  Fact,
  MaterialLine,
  Project,
  Risk,
  Section,
  Task,
  WorkLine,
} from '../domain/entities.ts';
import { type EntityType, entityTypes, idPrefix } from '../domain/primitives.ts';
import type { PolicyVersion } from '../domain/workspace.ts';
import { emptyRecords, putEntity, type Records } from '../fold/records.ts';
import { defaults } from '../patch/apply.ts';
import { standardPolicy as policyOf } from '../projects/create.ts';

export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const at = '2026-04-16T08:00:00.000Z';
const common = {
  createdAt: at,
  createdBy: 'dana',
  updatedAt: at,
  updatedSeq: 0,
  origin: { source: 'manual' },
  tombstone: null,
} as const;

let nth = 0;
const next = (): number => {
  nth += 1;
  return nth;
};

export const aProject = (fields: Partial<Project> = {}): Project => ({
  id: 'prj_nova',
  title: { he: 'השקה', en: 'Launch' },
  client: { name: 'Nova' },
  primaryLang: 'he',
  currency: 'ILS',
  timeZone: 'Asia/Jerusalem',
  workWeek: [0, 1, 2, 3, 4],
  holidays: [],
  nationalHolidays: 'IL',
  projectStage: 'planning',
  quotePrefix: 'Q',
  features: { studioTabV1: true },
  settings: { judge: 'auto', costVisibility: 'all' },
  isArchived: false,
  isTemplate: false,
  ...common,
  ...fields,
});

const make = <Value extends Entity>(entity: EntityType, id: string, fields: object): Value =>
  ({ id, ...defaults(entity, next()), ...common, ...fields }) as unknown as Value;

export const anElement = (id: string, fields: Partial<Element> = {}): Element =>
  make('element', id, { name: { he: `אלמנט ${id}`, en: `Element ${id}` }, ...fields });
export const aTask = (id: string, fields: Partial<Task> = {}): Task =>
  make('task', id, { title: { en: id, he: id }, trade: 'carpentry', estimateMin: 60, ...fields });
export const aMaterial = (id: string, fields: Partial<MaterialLine> = {}): MaterialLine =>
  make('materialLine', id, { label: { en: id }, unit: 'sheet', qtyMilli: 4_000, unitCostMinor: 28_500, ...fields });
export const aWork = (id: string, fields: Partial<WorkLine> = {}): WorkLine =>
  make('workLine', id, { label: { en: id }, pricing: { mode: 'fixed', amountMinor: 100_000 }, ...fields });
export const aFact = (id: string, fields: Partial<Fact> = {}): Fact =>
  make('fact', id, { subject: { kind: 'project', id: 'prj_nova' }, key: 'guests', value: 350, ...fields });
export const aRisk = (id: string, fields: Partial<Risk> = {}): Risk =>
  make('risk', id, { title: { en: id }, ...fields });
export const aDecision = (id: string, fields: Partial<Decision> = {}): Decision =>
  make('decision', id, { title: { en: id }, ...fields });
export const aSection = (id: string, fields: Partial<Section> = {}): Section =>
  make('section', id, { title: { en: id }, ...fields });

const typeOf = (id: string): EntityType => {
  const found = entityTypes.find((entity) => id.startsWith(`${idPrefix[entity]}_`));
  if (!found) throw new Error(`${id} is no entity's id`);
  return found;
};

/** Records of one project: its fields, then any entities. */
export const recordsWith = (project: Partial<Project>, ...entities: readonly Entity[]): Records => {
  const records = emptyRecords();
  putEntity(records, 'project', aProject(project));
  for (const entity of entities) putEntity(records, typeOf(entity.id), entity);
  return records;
};

/** The policy a studio starts from, without rates of its own. */
export const standardPolicy: PolicyVersion = { ...policyOf('pol_standard1'), tradeRates: {} };

import { anyJson, type Json } from '@atelier/kernel/core';
import { z } from 'zod';

/** The entities a change can touch, with the prefix of their ids. */
export const idPrefix = {
  project: 'prj',
  element: 'el',
  task: 'tsk',
  materialLine: 'mat',
  workLine: 'wrk',
  fact: 'fct',
  risk: 'rsk',
  decision: 'dec',
  section: 'sec',
} as const;

export const entityTypes = [
  'project',
  'element',
  'task',
  'materialLine',
  'workLine',
  'fact',
  'risk',
  'decision',
  'section',
] as const;
export const EntityType = z.enum(entityTypes);
export type EntityType = z.infer<typeof EntityType>;

export const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[a-z0-9]{1,64}$`));

const tempShape = /^tmp:[a-z][a-z0-9-]{0,39}$/;
export const TempId = z.string().regex(tempShape);
export const isTempId = (id: string): boolean => tempShape.test(id);

export const UserId = z.string().min(1).max(80);
export const TurnId = idOf('trn');

/** Text in one language or both. A missing language is shown in the other. */
export type LText = { readonly he?: string; readonly en?: string };
export const lText = (longest = 500) =>
  z
    .strictObject({ he: z.string().max(longest).exactOptional(), en: z.string().max(longest).exactOptional() })
    .refine(({ he, en }) => Boolean(he?.trim() || en?.trim()), { message: 'needs text in one language at least' });
export const LText = lText();
/** Descriptions, notes and text for the client. */
export const LongText = lText(4_000);

export const maxMinor = 100_000_000_000;
export const Minor = z.int().min(0).max(maxMinor);
export const Bps = z.int().min(0).max(10_000);
export const QtyMilli = z.int().min(1).max(1_000_000_000);
export const Currency = z.string().regex(/^[A-Z]{3}$/);
export const DayDate = z.iso.date();
export const Timestamp = z.iso.datetime();
export const Lang = z.enum(['he', 'en']);
export type Lang = z.infer<typeof Lang>;

export const units = [
  'unit',
  'set',
  'sheet',
  'm',
  'm2',
  'm3',
  'l',
  'kg',
  'roll',
  'box',
  'day',
  'hour',
  'trip',
] as const;
export const Unit = z.enum(units);
export type Unit = z.infer<typeof Unit>;
/** These are bought whole. */
export const wholeUnits: ReadonlySet<Unit> = new Set(['unit', 'set', 'sheet', 'box', 'trip']);

export const trades = [
  'design',
  'carpentry',
  'metal',
  'paint',
  'print',
  'electric',
  'rigging',
  'install',
  'transport',
  'av',
  'textile',
  'pm',
  'other',
] as const;
export const Trade = z.enum(trades);
export type Trade = z.infer<typeof Trade>;

export const projectStages = ['ideation', 'planning', 'solutioning'] as const;
export const ProjectStage = z.enum(projectStages);
export type ProjectStage = z.infer<typeof ProjectStage>;

// The kernel's JSON is read-only, which Zod's own type is not; the values are the same.
export const JsonValue = anyJson as unknown as z.ZodType<Json>;

/** What every entity carries. Nothing is ever deleted: a tombstone hides it. */
export const common = {
  createdAt: Timestamp,
  createdBy: UserId,
  updatedAt: Timestamp,
  updatedSeq: z.int().min(0),
  origin: z.strictObject({
    source: z.enum(['skill', 'manual', 'import', 'reconcile']),
    turnId: TurnId.exactOptional(),
    skillId: z.string().exactOptional(),
  }),
  tombstone: z.strictObject({ at: Timestamp, by: UserId, reason: LText, changeSetId: z.string() }).nullable(),
};
export type Origin = z.infer<typeof common.origin>;
export type Tombstone = z.infer<typeof common.tombstone>;

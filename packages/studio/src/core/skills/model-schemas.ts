import { z } from 'zod';
import { EntityType } from '../domain/index.ts';

/**
 * What a model may answer. Everything is closed: providers refuse, or silently empty, an object with free keys, so a
 * change is a list of paths and values, and what is not said is null.
 */
const Text = z.strictObject({ he: z.string().nullable(), en: z.string().nullable() });

const Value = z.union([
  z.string(),
  z.int(),
  z.boolean(),
  z.null(),
  z.array(z.string()),
  z.array(z.strictObject({ nameHe: z.string().nullable(), nameEn: z.string().nullable(), hex: z.string().nullable() })),
  z.strictObject({ mode: z.literal('hourly'), minutes: z.int(), crew: z.int(), rateMinorPerHour: z.int() }),
  z.strictObject({ mode: z.literal('fixed'), amountMinor: z.int() }),
  z.array(z.strictObject({ text: z.string(), done: z.boolean() })),
]);
export type ModelValue = z.infer<typeof Value>;

const Pairs = z.array(z.strictObject({ path: z.string(), value: Value }));
const shared = { entity: EntityType, reason: Text };

/** Handles (`e1`, `t4`) for what exists; names of its own choosing for what it creates. */
export const ModelOp = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('create'), ...shared, name: z.string(), fields: Pairs }),
  z.strictObject({ op: z.literal('set'), ...shared, handle: z.string(), changes: Pairs }),
  z.strictObject({
    op: z.enum(['addRef', 'removeRef']),
    ...shared,
    handle: z.string(),
    path: z.string(),
    refs: z.array(z.string()),
  }),
  z.strictObject({ op: z.literal('tombstone'), ...shared, handle: z.string() }),
  z.strictObject({ op: z.literal('restore'), ...shared, handle: z.string() }),
]);
export type ModelOp = z.infer<typeof ModelOp>;

const Facts = z.array(z.strictObject({ about: z.string(), key: z.string(), value: Value, text: Text })).max(10);
/** The first field, because it alone is shown while the rest is still being written. */
const assistantText = z.string();
const common = { proposedFacts: Facts, handoff: z.string().nullable() };

const draft = z.strictObject({
  title: Text,
  /** The opIds of the open draft that stay as they are; null keeps all. */
  carry: z.array(z.string()).nullable(),
  dropped: z.array(z.strictObject({ opId: z.string(), reason: Text })),
  ops: z.array(ModelOp).max(150),
});

export const DraftingAnswer = z.strictObject({ assistantText, draft: draft.nullable(), ...common });
export type DraftingAnswer = z.infer<typeof DraftingAnswer>;

export const IdeasAnswer = z.strictObject({
  assistantText,
  ideas: z
    .array(z.strictObject({ title: Text, pitch: Text, elements: z.array(z.string()), materials: z.array(z.string()) }))
    .min(3)
    .max(6),
  ...common,
});

export const QuestionsAnswer = z.strictObject({
  assistantText,
  questions: z
    .array(
      z.strictObject({
        text: Text,
        type: z.enum(['text', 'longText', 'number', 'money', 'date', 'single', 'multi', 'boolean']),
        options: z.array(Text),
        about: z.string(),
        required: z.boolean(),
      }),
    )
    .max(5),
  ...common,
});

export const CriticAnswer = z.strictObject({
  assistantText,
  issues: z
    .array(
      z.strictObject({
        code: z.string(),
        severity: z.enum(['info', 'warn', 'error']),
        handles: z.array(z.string()),
        text: Text,
      }),
    )
    .max(30),
  draft: draft.nullable(),
  ...common,
});

export const QaAnswer = z.strictObject({ assistantText, handles: z.array(z.string()), ...common });

export const RouterAnswerShape = z.strictObject({
  turnStage: z.enum(['ideation', 'planning', 'solutioning']),
  turnChannel: z.enum(['questions', 'chat']),
  chosenSkillId: z.string(),
  confidence: z.number().min(0).max(1),
  reasons: z.array(z.string()).max(3),
});

export const JudgeAnswer = z.strictObject({
  verdict: z.enum(['pass', 'fail']),
  severity: z.enum(['info', 'warn', 'error']),
  score: z.int().min(0).max(100),
  reasons: z.array(Text).max(5),
});

/** What every skill is given beside its context. */
export const SkillInput = z.strictObject({
  text: z.string().max(8_000),
  lang: z.enum(['he', 'en']),
  mode: z.enum(['new', 'revise']).nullable(),
});

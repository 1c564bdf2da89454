import { z } from 'zod';
import { JsonRecord } from './json-value.ts';

/**
 * What a step must hand back, as data, so that a pinned run keeps judging by the rules it began with.
 * `schema` is JSON Schema for the artifact object (its `kind` included); extra fields are allowed and kept.
 * `builtins/check-artifact.ts` judges an artifact by a pack and words the issues.
 */
export const ContractPack = z.object({
  contractRef: z.string(),
  artifactKind: z.string(),
  /** Other spellings of `artifactKind` that are accepted. */
  kindAliases: z.array(z.string()),
  schema: JsonRecord,
  example: JsonRecord,
  /** One line per thing to know before doing the work: fields, allowed values, limits. */
  instructions: z.array(z.string()),
  /** First sentence of the blocker when the artifact is missing or wrong. */
  blockedMessage: z.string(),
});
export type ContractPack = z.infer<typeof ContractPack>;

export const AssessmentSpec = z.object({
  id: z.string(),
  purpose: z.string(),
  dimensions: z.array(z.object({ id: z.string(), purpose: z.string(), levels: z.array(z.string()).min(2) })).min(1),
});
export type AssessmentSpec = z.infer<typeof AssessmentSpec>;

/** Any dimension at this level (of that assessment, or of any the step refers to) asks for more before moving on. */
export const FollowUp = z.object({
  anyEqualsLevel: z.string(),
  forAssessment: z.string().optional(),
  guidance: z.string(),
});
export type FollowUp = z.infer<typeof FollowUp>;

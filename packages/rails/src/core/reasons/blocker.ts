import { z } from 'zod';
import { budgets } from '../budgets.ts';
import { Capability } from '../compiled.ts';
import { textUpTo } from '../events/scalars.ts';
import { byCodeUnit } from '../ids.ts';

export const BlockerCode = z.enum([
  'USER_ONLY_DEPENDENCY',
  'MISSING_REQUIRED_OUTPUT',
  'INVALID_REQUIRED_OUTPUT',
  'MISSING_REQUIRED_NOTES',
  'MISSING_CONTEXT_KEY',
  'CONTEXT_BUDGET_EXCEEDED',
  'LOOP_LIMIT_REACHED',
  'ASSESSMENT_FOLLOWUP_REQUIRED',
  'REQUIRED_CAPABILITY_UNKNOWN',
  'REQUIRED_CAPABILITY_UNAVAILABLE',
  'INVARIANT_VIOLATION',
  'STORAGE_CORRUPTION_DETECTED',
]);
export type BlockerCode = z.infer<typeof BlockerCode>;

export const BlockerPointer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('context_key'), key: z.string() }),
  z.strictObject({ kind: z.literal('context_budget') }),
  z.strictObject({ kind: z.literal('output_contract'), contractRef: z.string() }),
  z.strictObject({ kind: z.literal('capability'), capability: Capability }),
  z.strictObject({ kind: z.literal('workflow_step'), stepId: z.string() }),
  z.strictObject({ kind: z.literal('assessment_dimension'), assessmentId: z.string(), dimensionId: z.string() }),
]);
export type BlockerPointer = z.infer<typeof BlockerPointer>;

export const Blocker = z.strictObject({
  code: BlockerCode,
  pointer: BlockerPointer,
  message: textUpTo(budgets.blockerMessageBytes),
  suggestedFix: textUpTo(budgets.blockerFixBytes).optional(),
});
export type Blocker = z.infer<typeof Blocker>;

const sortKey = ({ code, pointer }: Blocker): string => [code, ...Object.values(pointer)].join('\u0000');
export const compareBlockers = (a: Blocker, b: Blocker): number => byCodeUnit(sortKey(a), sortKey(b));

export const Blockers = z
  .array(Blocker)
  .min(1)
  .max(budgets.blockers)
  .refine(
    (list) => list.every((blocker, index) => index === 0 || compareBlockers(list[index - 1] ?? blocker, blocker) <= 0),
    'must be sorted by code, pointer kind, pointer fields',
  );

import { z } from 'zod';
import { budgets } from '../budgets.ts';
import { UserDependencyReason } from '../compiled.ts';
import { idOf, textUpTo } from '../events/scalars.ts';

export const GapSeverity = z.enum(['info', 'warning', 'critical']);
export type GapSeverity = z.infer<typeof GapSeverity>;

export const GapReason = z.discriminatedUnion('category', [
  z.strictObject({ category: z.literal('user_only_dependency'), detail: UserDependencyReason }),
  z.strictObject({
    category: z.literal('contract_violation'),
    detail: z.enum([
      'missing_required_output',
      'invalid_required_output',
      'missing_required_notes',
      'missing_context_key',
      'context_budget_exceeded',
      'loop_limit_reached',
      'assessment_followup_required',
    ]),
  }),
  z.strictObject({
    category: z.literal('capability_missing'),
    detail: z.enum(['required_capability_unknown', 'required_capability_unavailable']),
  }),
  z.strictObject({
    category: z.literal('unexpected'),
    detail: z.enum(['invariant_violation', 'storage_corruption_detected', 'evaluation_error']),
  }),
  z.strictObject({ category: z.literal('preference_exceedance'), detail: z.enum(['autonomy', 'risk_policy']) }),
]);
export type GapReason = z.infer<typeof GapReason>;

export const Gap = z.strictObject({
  gapId: idOf('gap'),
  severity: GapSeverity,
  reason: GapReason,
  summary: textUpTo(budgets.summaryBytes),
  resolution: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('unresolved') }),
    z.strictObject({ kind: z.literal('resolves'), resolvesGapId: idOf('gap') }),
  ]),
  evidenceRefs: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('event'), eventId: idOf('evt') }),
        z.strictObject({ kind: z.literal('output'), outputId: idOf('out') }),
      ]),
    )
    .optional(),
});
export type Gap = z.infer<typeof Gap>;

import { z } from 'zod';

/** Closed sets that more than one view speaks of. */
export const RunStatus = z.enum(['in_progress', 'blocked', 'complete', 'complete_with_gaps']);
export type RunStatus = z.infer<typeof RunStatus>;

export const Autonomy = z.enum(['guided', 'full_auto_stop_on_user_deps', 'full_auto_never_stop']);
export type Autonomy = z.infer<typeof Autonomy>;
export const RiskPolicy = z.enum(['conservative', 'balanced', 'aggressive']);
export type RiskPolicy = z.infer<typeof RiskPolicy>;
export const RunPreferences = z.object({ autonomy: Autonomy, riskPolicy: RiskPolicy });
export type RunPreferences = z.infer<typeof RunPreferences>;

export const RunNodeKind = z.enum(['step', 'checkpoint', 'blocked_attempt']);
export type RunNodeKind = z.infer<typeof RunNodeKind>;

export const ForkCause = z.enum(['intentional_fork', 'non_tip_advance', 'idempotent_replay', 'checkpoint_created']);
export type ForkCause = z.infer<typeof ForkCause>;

export const GapSeverity = z.enum(['info', 'warning', 'critical']);
export type GapSeverity = z.infer<typeof GapSeverity>;

/** `validNext`: events before it are whole and may be shown; nothing continues from them. */
export const SessionHealth = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('healthy') }),
  z.object({
    kind: z.enum(['corrupt_tail', 'corrupt_head', 'unknown_version', 'unreadable']),
    reason: z.string(),
    validNext: z.int().nonnegative(),
  }),
]);
export type SessionHealth = z.infer<typeof SessionHealth>;

/** The stream on which `moved` deltas tell which session has new events. It holds no events itself. */
export const railsStream = 'rails';
export const sessionStream = (sessionId: string): string => `session/${sessionId}`;

import type { Preferences } from '../events/bodies.ts';
import type { Warning } from '../events/warning.ts';
import type { Reason } from './reason.ts';

export type Weighed = {
  /** What stops the run here. Never anything when it never stops. */
  readonly blocking: readonly Reason[];
  /** What is disclosed as a critical gap instead. */
  readonly gaps: readonly Reason[];
  readonly warnings: readonly Warning[];
};

/** Modes change what happens, never what a reason means. */
export const weigh = (reasons: readonly Reason[], preferences: Preferences): Weighed => {
  const tolerated = reasons.filter((reason) => isTolerated(reason, preferences));
  const rest = reasons.filter((reason) => !isTolerated(reason, preferences));
  const neverStops = preferences.autonomy === 'full_auto_never_stop';
  return {
    blocking: neverStops ? [] : rest,
    gaps: neverStops ? rest : [],
    warnings: tolerated.map((reason) => ({
      code: 'CAPABILITY_DEGRADED',
      message: `${reason.message} The risk policy ${preferences.riskPolicy} goes on without it.`,
    })),
  };
};

const isTolerated = ({ kind }: Reason, { riskPolicy }: Preferences): boolean =>
  (kind === 'required_capability_unknown' && riskPolicy !== 'conservative') ||
  (kind === 'required_capability_unavailable' && riskPolicy === 'aggressive');

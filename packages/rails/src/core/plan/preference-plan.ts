import type { RecommendedPreferences } from '../compiled.ts';
import type { BodyOf, PreferenceDelta, Preferences } from '../events/bodies.ts';
import type { Warning } from '../events/warning.ts';
import type { Id } from '../ids.ts';
import type { PreferenceChange } from '../preferences.ts';
import { deltaOf, exceedances, withChange } from '../preferences.ts';

export type WantedChange = {
  readonly changeId: Id<'prefchg'>;
  readonly change: PreferenceChange;
  /** Recorded also when it asks for what is there already. */
  readonly settle?: boolean;
};

export type PreferencePlan = {
  readonly changes: readonly BodyOf<'preferences_changed'>[];
  readonly effective: Preferences;
  /** Told once per change: in the answer, and as a gap. */
  readonly warnings: readonly Warning[];
  readonly exceeded: readonly ('autonomy' | 'risk_policy')[];
};

export const planPreferences = (
  from: Preferences,
  wanted: readonly WantedChange[],
  recommended: RecommendedPreferences | undefined,
): PreferencePlan => {
  let effective = from;
  const changes: BodyOf<'preferences_changed'>[] = [];
  for (const { changeId, change, settle } of wanted) {
    const delta = deltaOf(effective, change) ?? (settle ? asked(change) : []);
    if (delta.length === 0) continue;
    effective = withChange(effective, change);
    changes.push({ changeId, source: 'user', delta, effective });
  }
  const found = deltaOf(from, effective) ? exceedances(effective, recommended) : [];
  return {
    changes,
    effective,
    warnings: found.map(({ warning }) => warning),
    exceeded: found.map(({ detail }) => detail),
  };
};

const asked = ({ autonomy, riskPolicy }: PreferenceChange): PreferenceDelta => [
  ...(autonomy ? [{ key: 'autonomy' as const, value: autonomy }] : []),
  ...(riskPolicy ? [{ key: 'riskPolicy' as const, value: riskPolicy }] : []),
];

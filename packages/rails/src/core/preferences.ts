import type { Autonomy, RecommendedPreferences, RiskPolicy } from './compiled.ts';
import type { PreferenceDelta, Preferences } from './events/bodies.ts';
import type { Warning } from './events/warning.ts';

export type { Preferences } from './events/bodies.ts';
export type PreferenceChange = {
  readonly autonomy?: Autonomy | undefined;
  readonly riskPolicy?: RiskPolicy | undefined;
};

export const defaultPreferences: Preferences = { autonomy: 'guided', riskPolicy: 'conservative' };

type Described<V extends string> = { readonly value: V; readonly label: string; readonly meaning: string };

/** From the most careful to the least: a later entry exceeds an earlier one. */
export const autonomyModes: readonly Described<Autonomy>[] = [
  { value: 'guided', label: 'Guided', meaning: 'Stops for you at every confirmation and every open question.' },
  {
    value: 'full_auto_stop_on_user_deps',
    label: 'Full auto, stops for you',
    meaning: 'Goes on by itself and stops only for what only you can give.',
  },
  {
    value: 'full_auto_never_stop',
    label: 'Full auto, never stops',
    meaning: 'Never stops: what is missing is recorded as a gap and disclosed.',
  },
];

export const riskPolicies: readonly Described<RiskPolicy>[] = [
  { value: 'conservative', label: 'Conservative', meaning: 'Every missing capability stops the run.' },
  { value: 'balanced', label: 'Balanced', meaning: 'A capability nobody has tried yet is only a warning.' },
  { value: 'aggressive', label: 'Aggressive', meaning: 'A missing capability is only a warning.' },
];

export const presets: readonly { readonly id: string; readonly preferences: Preferences }[] = [
  { id: 'guided', preferences: { autonomy: 'guided', riskPolicy: 'conservative' } },
  { id: 'full_auto', preferences: { autonomy: 'full_auto_stop_on_user_deps', riskPolicy: 'balanced' } },
  { id: 'never_stop', preferences: { autonomy: 'full_auto_never_stop', riskPolicy: 'conservative' } },
];

/** Only what really changes; undefined when nothing does. */
export const deltaOf = (from: Preferences, change: PreferenceChange): PreferenceDelta | undefined => {
  const delta: PreferenceDelta = [];
  if (change.autonomy && change.autonomy !== from.autonomy) delta.push({ key: 'autonomy', value: change.autonomy });
  if (change.riskPolicy && change.riskPolicy !== from.riskPolicy)
    delta.push({ key: 'riskPolicy', value: change.riskPolicy });
  return delta.length === 0 ? undefined : delta;
};

export const withChange = (from: Preferences, change: PreferenceChange): Preferences => ({
  autonomy: change.autonomy ?? from.autonomy,
  riskPolicy: change.riskPolicy ?? from.riskPolicy,
});

export type Exceedance = { readonly detail: 'autonomy' | 'risk_policy'; readonly warning: Warning };

/** A mode above what the workflow recommends is warned about and never refused. */
export const exceedances = (
  preferences: Preferences,
  recommended: RecommendedPreferences | undefined,
): readonly Exceedance[] => {
  if (!recommended) return [];
  const found: Exceedance[] = [];
  const combination = `${named(recommended.autonomy)} with ${named(recommended.riskPolicy)}`;
  if (recommended.autonomy && rank(autonomyModes, preferences.autonomy) > rank(autonomyModes, recommended.autonomy))
    found.push({
      detail: 'autonomy',
      warning: {
        code: 'AUTONOMY_EXCEEDS_RECOMMENDATION',
        message: `This workflow recommends ${combination}; the run goes on as ${preferences.autonomy}.`,
      },
    });
  if (recommended.riskPolicy && rank(riskPolicies, preferences.riskPolicy) > rank(riskPolicies, recommended.riskPolicy))
    found.push({
      detail: 'risk_policy',
      warning: {
        code: 'RISK_POLICY_EXCEEDS_RECOMMENDATION',
        message: `This workflow recommends ${combination}; the run goes on as ${preferences.riskPolicy}.`,
      },
    });
  return found;
};

const rank = <V extends string>(list: readonly Described<V>[], value: V): number =>
  list.findIndex((entry) => entry.value === value);

const named = (value: string | undefined): string => (value === undefined ? 'any' : `\`${value}\``);

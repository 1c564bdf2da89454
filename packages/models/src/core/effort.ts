/** How hard a model thinks before it answers. Which of these a model knows is in its registry entry. */
export const efforts = ['none', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

const fallback: Effort = 'medium';

/**
 * Settings are written by people and by older versions: what a model does not know becomes `medium`, on load and on
 * save; where it does not know that either, the nearest it knows, and the lesser of two as near.
 */
export const normaliseEffort = (written: unknown, known: readonly Effort[]): Effort => {
  const lower = typeof written === 'string' ? written.trim().toLowerCase() : '';
  return known.find((effort) => effort === lower) ?? nearestToFallback(known);
};

const nearestToFallback = (known: readonly Effort[]): Effort => {
  const distance = (effort: Effort) => Math.abs(efforts.indexOf(effort) - efforts.indexOf(fallback));
  const [nearest = fallback] = efforts
    .filter((effort) => known.includes(effort))
    .toSorted((one, other) => distance(one) - distance(other));
  return nearest;
};

/** The effort settings of one provider, a phase each. Everything else a product does with a model runs at `medium`. */
export const effortFields = {
  research: 'rpi_research_reasoning_effort',
  plan: 'rpi_plan_reasoning_effort',
  implement: 'rpi_implement_reasoning_effort',
} as const;
export type EffortPhase = keyof typeof effortFields;
export type EffortSettings = Readonly<Record<(typeof effortFields)[keyof typeof effortFields], Effort>>;

export const normaliseEffortSettings = (
  written: Readonly<Record<string, unknown>>,
  allowed: readonly Effort[],
): EffortSettings => ({
  rpi_research_reasoning_effort: normaliseEffort(written.rpi_research_reasoning_effort, allowed),
  rpi_plan_reasoning_effort: normaliseEffort(written.rpi_plan_reasoning_effort, allowed),
  rpi_implement_reasoning_effort: normaliseEffort(written.rpi_implement_reasoning_effort, allowed),
});

/** How hard a model thinks before it answers. Which of these a model knows is in its registry entry. */
export const efforts = ['none', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

const fallback: Effort = 'medium';

/** Settings are written by people and by older versions: what a model does not know becomes `medium`, on load and on save. */
export const normaliseEffort = (written: unknown, allowed: readonly Effort[]): Effort => {
  if (typeof written !== 'string') return fallback;
  const lower = written.trim().toLowerCase();
  return allowed.find((effort) => effort === lower) ?? fallback;
};

/** The effort settings of one provider, a phase each. Everything else a product does with a model runs at `medium`. */
export const effortFields = {
  research: 'rpi_research_reasoning_effort',
  plan: 'rpi_plan_reasoning_effort',
  implement: 'rpi_implement_reasoning_effort',
} as const;
export type EffortSettings = Readonly<Record<(typeof effortFields)[keyof typeof effortFields], Effort>>;

export const normaliseEffortSettings = (
  written: Readonly<Record<string, unknown>>,
  allowed: readonly Effort[],
): EffortSettings => ({
  rpi_research_reasoning_effort: normaliseEffort(written.rpi_research_reasoning_effort, allowed),
  rpi_plan_reasoning_effort: normaliseEffort(written.rpi_plan_reasoning_effort, allowed),
  rpi_implement_reasoning_effort: normaliseEffort(written.rpi_implement_reasoning_effort, allowed),
});

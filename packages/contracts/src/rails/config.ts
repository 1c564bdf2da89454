import { z } from 'zod';
import { Autonomy, RiskPolicy } from './terms.ts';

/** A folder of workflow files beyond those that are always read. Copies of git and remote sources stand here too. */
export const ConfiguredSource = z.strictObject({
  kind: z.enum(['user', 'git', 'remote', 'plugin']),
  label: z.string().trim().min(1).max(80),
  path: z.string().min(1).max(1024),
});
export type ConfiguredSource = z.infer<typeof ConfiguredSource>;

/** What a person wants. Agents that are running keep what they started with. */
export const RailsConfig = z.strictObject({
  sources: z.array(ConfiguredSource).max(32),
  defaults: z.strictObject({ autonomy: Autonomy, riskPolicy: RiskPolicy }),
  flags: z.strictObject({ firmToolTexts: z.boolean() }),
  /** Sessions nobody touched for so many days are removed; null keeps everything. */
  retention: z.strictObject({ days: z.int().min(7).max(3650).nullable() }),
});
export type RailsConfig = z.infer<typeof RailsConfig>;

export const defaultRailsConfig: RailsConfig = {
  sources: [],
  defaults: { autonomy: 'guided', riskPolicy: 'conservative' },
  flags: { firmToolTexts: false },
  retention: { days: null },
};

export const SourceFacts = z.object({
  kind: z.string(),
  label: z.string(),
  /** Short enough to show: below the home or data folder. */
  pathLabel: z.string(),
  precedence: z.int().positive(),
  workflows: z.int().nonnegative(),
  problems: z.int().nonnegative(),
});
export type SourceFacts = z.infer<typeof SourceFacts>;

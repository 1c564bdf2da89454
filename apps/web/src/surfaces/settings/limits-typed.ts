import type { Settings } from '@atelier/contracts';

/** The settings of an installation that are numbers a person types. */
const bounds = {
  runsPerPerson: { least: 1, most: 1_000, unit: 1 },
  requestsPerSecond: { least: 1, most: 10_000, unit: 1 },
  uploadBytesPerHour: { least: 1_000_000, most: 1_000_000_000_000, unit: 1_000_000_000 },
  mostTurns: { least: 1, most: 1_000, unit: 1 },
  mostCallsPerTurn: { least: 1, most: 1_000, unit: 1 },
  rpiResearchMaxTurns: { least: 1, most: 1_000, unit: 1 },
  rpiPlanMaxTurns: { least: 1, most: 1_000, unit: 1 },
  rpiItemMaxTurns: { least: 1, most: 1_000, unit: 1 },
  loopWarningThreshold: { least: 2, most: 10, unit: 1 },
  loopHardStopThreshold: { least: 2, most: 10, unit: 1 },
  mostFiles: { least: 1, most: 2_000, unit: 1 },
  // The file layer reads no larger one.
  largestFileBytes: { least: 1024 ** 2, most: 100 * 1024 ** 2, unit: 1024 ** 2 },
  revisionBytes: { least: 0.01 * 1024 ** 3, most: 900 * 1024 ** 3, unit: 1024 ** 3 },
} as const satisfies Readonly<
  Partial<Record<keyof Settings, { readonly least: number; readonly most: number; readonly unit: number }>>
>;

export type LimitName = keyof typeof bounds;
export type Limits = Readonly<Record<LimitName, number>>;

export const personLimits = ['runsPerPerson', 'requestsPerSecond', 'uploadBytesPerHour'] as const;
export const runLimits = [
  'rpiResearchMaxTurns',
  'rpiPlanMaxTurns',
  'rpiItemMaxTurns',
  'mostTurns',
  'mostCallsPerTurn',
  'loopWarningThreshold',
  'loopHardStopThreshold',
] as const;
export const fileLimits = ['mostFiles', 'largestFileBytes', 'revisionBytes'] as const;

/** As it is typed: bytes in the unit a person thinks in, the others as they are. */
export const limitToType = (name: LimitName, value: number): string => String(value / bounds[name].unit);

/** The least and the most that can be typed. */
export const limitRange = (name: LimitName): { readonly least: string; readonly most: string } => ({
  least: limitToType(name, bounds[name].least),
  most: limitToType(name, bounds[name].most),
});

/** Undefined for what is no number, or none that is allowed. */
export const limitTyped = (name: LimitName, typed: string): number | undefined => {
  const { least, most, unit } = bounds[name];
  const plain = typed.trim().replace(',', '.');
  if (!/^\d{1,7}(\.\d{1,9})?$/.test(plain)) return undefined;
  const value = Math.round(Number(plain) * unit);
  const isWhole = unit > 1 || Number.isInteger(Number(plain));
  return isWhole && value >= Math.round(least) && value <= most ? value : undefined;
};

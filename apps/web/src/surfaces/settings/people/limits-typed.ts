import type { Settings } from '@atelier/contracts';

export type Limits = Pick<Settings, 'runsPerPerson' | 'requestsPerSecond' | 'uploadBytesPerHour'>;
export type LimitName = keyof Limits;

const gigabyte = 1_000_000_000;

const bounds: Record<LimitName, { readonly least: number; readonly most: number; readonly unit: number }> = {
  runsPerPerson: { least: 1, most: 1_000, unit: 1 },
  requestsPerSecond: { least: 1, most: 10_000, unit: 1 },
  uploadBytesPerHour: { least: 1_000_000, most: 1_000_000_000_000, unit: gigabyte },
};

export const limitNames = ['runsPerPerson', 'requestsPerSecond', 'uploadBytesPerHour'] as const;

/** As it is typed: uploads in gigabytes, the others as they are. */
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
  return (unit > 1 || Number.isInteger(Number(plain))) && value >= least && value <= most ? value : undefined;
};

/** One measured figure. `yardstick` is measured in the same run, so that a ratio survives a noisy machine. */
export type Row = { readonly id: string; readonly value: number; readonly unit: string; readonly yardstick?: number };

/**
 * A job that yields one or more rows. `say` writes progress to stderr; `folder` is an empty scratch folder
 * that the runner removes afterwards.
 */
export type Bench = {
  readonly ids: readonly string[];
  readonly run: (context: { readonly folder: string; readonly say: (line: string) => void }) => Promise<readonly Row[]>;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

export const percentile = (samples: readonly number[], share: number): number => {
  if (samples.length === 0) throw new Error('no samples to take a percentile of');
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
};

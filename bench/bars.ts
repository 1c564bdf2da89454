import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a row must hold: `min` and `max` bound value/yardstick (`of: ratio`) or the value alone (`of: value`). */
export type Bar = {
  readonly id: string;
  readonly of: 'ratio' | 'value';
  readonly min?: number;
  readonly max?: number;
  readonly job: string;
  readonly yardstick?: string;
};

export const readBars = (area: string): readonly Bar[] => {
  const bars = JSON.parse(readFileSync(join(import.meta.dirname, 'bars.json'), 'utf8')) as Record<
    string,
    readonly Bar[]
  >;
  return bars[area] ?? [];
};

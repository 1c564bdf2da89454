import type { PolicyVersion } from '@atelier/contracts/studio';

export type WorkTimeName = 'regular' | 'night' | 'friday' | 'shabbat' | 'other';
export type TimeChoice = { readonly bps: number; readonly times: readonly WorkTimeName[] };

/** When work can be done, by what its hours cost: times that cost the same are one choice. */
export const timeChoices = (factors: PolicyVersion['labourFactors'], now: number): readonly TimeChoice[] => {
  const named: readonly (readonly [WorkTimeName, number])[] = [
    ['regular', 10_000],
    ...(factors === undefined
      ? []
      : ([
          ['night', factors.nightBps],
          ['friday', factors.fridayBps],
          ['shabbat', factors.shabbatBps],
        ] as const)),
  ];
  const byFactor = Map.groupBy(named, ([, bps]) => bps);
  const choices = [...byFactor].map(([bps, all]) => ({ bps, times: all.map(([time]) => time) }));
  return byFactor.has(now) ? choices : [...choices, { bps: now, times: ['other'] }];
};

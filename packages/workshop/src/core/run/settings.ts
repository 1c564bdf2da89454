import type { Effort, Sampling } from '@atelier/models/core';
import { z } from 'zod';

/** How the runs of one Workbench go, where a person set it. */
export type RunSettings = {
  readonly pauseAfterPlan: boolean;
  readonly effort: Effort | null;
  readonly sampling: Sampling;
  readonly firstToolChoice: 'required' | 'auto' | null;
};

const shapes = {
  pauseAfterPlan: z.boolean(),
  effort: z.enum(['none', 'low', 'medium', 'high', 'xhigh', 'max']).nullable(),
  temperature: z.number().min(0).max(2).nullable(),
  topP: z.number().min(0).max(1).nullable(),
  firstToolChoice: z.enum(['required', 'auto']).nullable(),
} as const;

/** Settings were written by people and by other versions: what cannot be read is as if nobody had set it. */
export const runSettings = (written: Readonly<Record<string, unknown>>): RunSettings => {
  const read = <Name extends keyof typeof shapes>(name: Name): z.infer<(typeof shapes)[Name]> | undefined => {
    const parsed = shapes[name].safeParse(written[name]);
    return parsed.success ? (parsed.data as z.infer<(typeof shapes)[Name]>) : undefined;
  };
  const temperature = read('temperature');
  const topP = read('topP');
  return {
    pauseAfterPlan: read('pauseAfterPlan') ?? false,
    effort: read('effort') ?? null,
    sampling: { ...(typeof temperature === 'number' && { temperature }), ...(typeof topP === 'number' && { topP }) },
    firstToolChoice: read('firstToolChoice') ?? null,
  };
};

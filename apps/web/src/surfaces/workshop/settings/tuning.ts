import type { RunTuning, WorkbenchSettings } from '@atelier/contracts';

type Tuning = Pick<WorkbenchSettings, 'effort' | 'sampling' | 'firstToolChoice'>;

export const tuningIn = ({ effort, sampling, firstToolChoice }: Tuning): Tuning => ({
  effort,
  sampling,
  firstToolChoice,
});

const sameSampling = (one: Tuning['sampling'], other: Tuning['sampling']): boolean =>
  one?.temperature === other?.temperature && one?.topP === other?.topP;

export const isSameTuning = (one: Tuning, other: Tuning): boolean =>
  one.effort === other.effort &&
  one.firstToolChoice === other.firstToolChoice &&
  sameSampling(one.sampling, other.sampling);

/** What differs from the Workbench's own: only that is sent with a message. Undefined: nothing does. */
export const tuningOver = (own: Tuning, wanted: Tuning): RunTuning | undefined => {
  const over: RunTuning = {
    ...(wanted.effort === own.effort ? {} : { effort: wanted.effort }),
    ...(sameSampling(wanted.sampling, own.sampling) ? {} : { sampling: wanted.sampling }),
    ...(wanted.firstToolChoice === own.firstToolChoice ? {} : { firstToolChoice: wanted.firstToolChoice }),
  };
  return Object.keys(over).length === 0 ? undefined : over;
};

import type { JsonObject } from '@atelier/kernel/core';
import type { LoopControl } from '../engine/loop-decision.ts';
import type { LoopPath } from '../engine/state.ts';

export const loopControlOf = (artifact: JsonObject): LoopControl | undefined => {
  const { kind, decision, loopId } = artifact;
  if (kind !== 'wr.loop_control' || (decision !== 'continue' && decision !== 'stop')) return undefined;
  return { decision, ...(typeof loopId === 'string' ? { loopId } : {}) };
};

/** This call's decision for a loop, else one recorded in the same pass. The last one sent wins. */
export const controlsIn = (
  artifacts: readonly JsonObject[],
  loopPath: LoopPath,
  recorded: readonly LoopControl[],
): ((loopId: string) => LoopControl | undefined) => {
  const sent = artifacts.flatMap((artifact) => loopControlOf(artifact) ?? []);
  const innermost = loopPath.at(-1)?.loopId;
  const speaksOf = (loopId: string) => (control: LoopControl) => (control.loopId ?? innermost) === loopId;
  return (loopId) => sent.findLast(speaksOf(loopId)) ?? recorded.find(({ loopId: of }) => of === loopId);
};

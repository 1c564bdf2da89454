import type { JsonObject } from '@atelier/kernel/core';
import type { CompiledLoop } from '../compiled.ts';
import { conditionHolds, lookupIn } from '../dialect/evaluate-condition.ts';
import { countOf, itemsOf } from './scope.ts';

/** A valid `wr.loop_control` artifact. Without `loopId` it speaks of the innermost open loop. */
export type LoopControl = { readonly decision: 'continue' | 'stop'; readonly loopId?: string };

export type LoopTrouble =
  | { readonly kind: 'missing_decision'; readonly loopId: string }
  | { readonly kind: 'loop_limit'; readonly loopId: string; readonly iteration: number; readonly maxIterations: number }
  | { readonly kind: 'bad_loop_input'; readonly loopId: string; readonly key: string; readonly wanted: string };

export type LoopVerdict =
  | { readonly kind: 'pass' | 'exit'; readonly because: string; readonly conditionId?: string }
  | {
      readonly kind: 'trouble';
      readonly because: string;
      readonly trouble: LoopTrouble;
      readonly conditionId?: string;
    };

/**
 * Whether pass number `passes` (from 0) of the loop begins. `control` is the decision made for this loop, if any.
 * A loop that wants more passes than it may have is trouble, never a silent exit; only a fixed loop is
 * bounded by its limit alone, because nobody could decide otherwise.
 */
export const decidePass = (
  loop: CompiledLoop,
  passes: number,
  scope: JsonObject,
  control: LoopControl | undefined,
): LoopVerdict => {
  const wanted = wantsPass(loop, passes, scope, control);
  if (wanted.kind !== 'pass' || passes < loop.maxIterations) return wanted;
  if (loop.source.kind === 'fixed') return { ...wanted, kind: 'exit', because: `all ${passes} passes are done` };
  if (control && !continues(loop, control)) return { ...wanted, kind: 'exit', because: 'the decision was to leave' };
  return {
    ...wanted,
    kind: 'trouble',
    because: `pass ${passes + 1} was asked for, and ${loop.maxIterations} is the limit`,
    trouble: {
      kind: 'loop_limit',
      loopId: loop.loopId,
      iteration: passes - 1,
      maxIterations: loop.maxIterations,
    },
  };
};

const wantsPass = (
  loop: CompiledLoop,
  passes: number,
  scope: JsonObject,
  control: LoopControl | undefined,
): LoopVerdict => {
  const { source, loopId } = loop;
  switch (source.kind) {
    case 'fixed':
      return verdict(source.holds, `${source.conditionId} is ${source.holds}`, source.conditionId);
    case 'loop_control': {
      if (passes === 0) return verdict(true, 'the first pass always runs', source.conditionId);
      if (!control)
        return {
          kind: 'trouble',
          because: 'no decision came',
          conditionId: source.conditionId,
          trouble: { kind: 'missing_decision', loopId },
        };
      return verdict(continues(loop, control), `the decision was ${control.decision}`, source.conditionId);
    }
    case 'context': {
      if (control) return verdict(continues(loop, control), `the decision was ${control.decision}`);
      const holds = conditionHolds(source.condition, lookupIn(scope));
      return verdict(holds, `the context condition is ${holds}`);
    }
    case 'for': {
      const count = countOf(loop, scope);
      if (count === undefined)
        return badInput(loop, source.count.kind === 'context' ? source.count.path : '', 'a whole number of at least 0');
      return verdict(passes < count, `${passes} of ${count} passes are done`);
    }
    case 'for_each': {
      const items = itemsOf(loop, scope);
      if (!items) return badInput(loop, source.itemsPath, 'a list');
      return verdict(passes < items.length, `${passes} of ${items.length} items are done`);
    }
  }
};

const continues = (loop: CompiledLoop, control: LoopControl): boolean =>
  control.decision === (loop.source.kind === 'loop_control' ? loop.source.continueWhen : 'continue');

const verdict = (pass: boolean, because: string, conditionId?: string): LoopVerdict => ({
  kind: pass ? 'pass' : 'exit',
  because,
  ...(conditionId === undefined ? {} : { conditionId }),
});

const badInput = (loop: CompiledLoop, key: string, wanted: string): LoopVerdict => ({
  kind: 'trouble',
  because: `${key} is not ${wanted}`,
  trouble: { kind: 'bad_loop_input', loopId: loop.loopId, key, wanted },
});

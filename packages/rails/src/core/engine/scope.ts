import type { Json, JsonObject } from '@atelier/kernel/core';
import type { CompiledLoop } from '../compiled.ts';
import { lookupIn } from '../dialect/evaluate-condition.ts';
import type { LoopPath } from './state.ts';
import type { WorkflowIndex } from './workflow-index.ts';
import { loopOf } from './workflow-index.ts';

/** Context with the variables of every open loop laid over it, innermost last. */
export const scopeAt = (workflow: WorkflowIndex, context: JsonObject, path: LoopPath): JsonObject => {
  if (path.length === 0) return context;
  const scope: { [key: string]: Json } = { ...context };
  for (const { loopId, iteration } of path) {
    const loop = loopOf(workflow, loopId);
    scope[loop.variables.iteration] = iteration + 1;
    scope[loop.variables.index] = iteration;
    const item = itemsOf(loop, scope)?.[iteration];
    if (item !== undefined) scope[loop.variables.item] = item;
  }
  return scope;
};

export const itemsOf = (loop: CompiledLoop, scope: JsonObject): readonly Json[] | undefined => {
  if (loop.source.kind !== 'for_each') return undefined;
  const items = lookupIn(scope)(loop.source.itemsPath);
  return Array.isArray(items) ? items : undefined;
};

/** Passes a `for` loop asks for; undefined when the context does not hold a whole number of at least 0. */
export const countOf = (loop: CompiledLoop, scope: JsonObject): number | undefined => {
  if (loop.source.kind !== 'for') return undefined;
  if (loop.source.count.kind === 'fixed') return loop.source.count.count;
  const value = lookupIn(scope)(loop.source.count.path);
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
};

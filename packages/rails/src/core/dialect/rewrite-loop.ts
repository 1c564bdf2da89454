import type { Json, JsonObject } from '@atelier/kernel/core';
import { rewriteCondition, rewriteRunCondition } from './data-condition.ts';
import { isObject, moveToMetadata, type OpenJson, pointerTo, type Rewriter } from './rewriter.ts';

export type RewrittenLoop = { readonly loop: OpenJson; readonly condition?: OpenJson };

/** `{id, type:"loop", loop:{type,…}, body}` in the canonical form; `body` is rewritten by the caller. */
export const rewriteLoop = (raw: JsonObject, config: JsonObject, at: string, rewriter: Rewriter): RewrittenLoop => {
  const { id, loop: _, body, functionDefinitions: __, ...rest } = raw;
  const source = isObject(config.conditionSource) ? config.conditionSource : undefined;
  // The author's prompts name the loop as the condition source does, so agents will too.
  const loopId = typeof source?.loopId === 'string' ? source.loopId : (id ?? '');
  const loop: OpenJson = { ...rest, loopId, maxIterations: config.maxIterations ?? DEFAULT_MAX, body: body ?? null };
  const variables = variablesOf(config);
  if (variables) loop.variables = variables;
  if (raw.runCondition !== undefined) loop.runCondition = rewriteRunCondition(raw.runCondition);
  rewriter.warn(pointerTo(at, 'loop'), '`loop` is read as `while`, `maxIterations` and `variables`.');
  moveToMetadata(loop, ['notesOptional', 'requireConfirmation'], at, rewriter);
  delete loop.metadata;

  const decided = decisionOf(config, source, String(loopId));
  loop.while = rewriter.from(pointerTo(at, 'loop'), decided.while);
  return decided.condition
    ? { loop: rewriter.from(at, loop), condition: rewriter.from(pointerTo(at, 'loop'), decided.condition) }
    : { loop: rewriter.from(at, loop) };
};

// The dialect's own default, where the limit may be left out.
const DEFAULT_MAX = 100;

const decisionOf = (
  config: JsonObject,
  source: JsonObject | undefined,
  loopId: string,
): { readonly while: Json; readonly condition?: OpenJson } => {
  switch (config.type) {
    case 'for':
      return { while: { kind: 'for', count: config.count ?? null } };
    case 'forEach':
      return { while: { kind: 'for_each', items: config.items ?? null } };
    case 'while':
    case 'until': {
      if (source?.kind === 'artifact_contract') {
        const conditionId = `${loopId}__decision`;
        return {
          while: { kind: 'condition_ref', conditionId },
          condition: { id: conditionId, kind: 'loop_control', continueWhen: 'continue' },
        };
      }
      const condition = rewriteCondition(source?.condition ?? config.condition ?? null);
      return {
        while: { kind: 'context', condition: config.type === 'until' ? { op: 'not', of: condition } : condition },
      };
    }
    default:
      return { while: config };
  }
};

const variablesOf = (config: JsonObject): OpenJson | undefined => {
  const names: OpenJson = {};
  if (config.iterationVar !== undefined) names.iteration = config.iterationVar;
  if (config.indexVar !== undefined) names.index = config.indexVar;
  if (config.itemVar !== undefined) names.item = config.itemVar;
  return Object.keys(names).length > 0 ? names : undefined;
};

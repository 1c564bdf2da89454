import type { Json, JsonObject } from '@atelier/kernel/core';
import { rewriteCondition } from './data-condition.ts';
import { isObject } from './rewriter.ts';

/** Legacy criteria on notes: a list means all of them; `and`, `or`, `not` nest. */
export const rewriteCriteria = (raw: Json): Json => {
  if (Array.isArray(raw))
    return raw.length === 1 ? rewriteRule(raw[0] ?? null) : { kind: 'and', of: raw.map(rewriteRule) };
  return rewriteRule(raw);
};

const rewriteRule = (raw: Json): Json => {
  if (!isObject(raw) || 'kind' in raw) return raw;
  for (const kind of ['and', 'or'] as const) {
    const of = raw[kind];
    if (Array.isArray(of)) return { kind, of: of.map(rewriteRule) };
  }
  if (raw.not !== undefined) return { kind: 'not', of: rewriteCriteria(raw.not) };
  const { type, condition, message, ...rest } = raw;
  if (typeof type !== 'string') return raw;
  return {
    kind: type,
    ...rest,
    message: message ?? defaultMessage(type, rest),
    ...(condition === undefined ? {} : { when: rewriteCondition(condition) }),
  };
};

const defaultMessage = (type: string, rule: JsonObject): string => {
  if (type === 'contains') return `The notes must contain ${JSON.stringify(rule.value ?? '')}.`;
  if (type === 'regex') return `The notes must match ${String(rule.pattern ?? '')}.`;
  return `The notes do not meet the ${type} rule.`;
};

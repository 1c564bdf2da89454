import type { Json, JsonObject } from '@atelier/kernel/core';
import { comparisonNames } from '../compiled-conditions.ts';
import { isObject } from './rewriter.ts';

/** `{var, equals}` and its kin in the compiled form. What it does not recognise is returned as it came, for the schema to refuse. */
export const rewriteCondition = (raw: Json): Json => {
  if (!isObject(raw) || 'op' in raw) return raw;
  const parts: Json[] = [];
  if (typeof raw.var === 'string') parts.push(...comparisons(raw, raw.var));
  for (const op of ['and', 'or'] as const) {
    const of = raw[op];
    if (Array.isArray(of)) parts.push({ op, of: of.map(rewriteCondition) });
  }
  if (raw.not !== undefined) parts.push({ op: 'not', of: rewriteCondition(raw.not) });
  const understood = new Set(['var', 'and', 'or', 'not', ...comparisonNames]);
  if (parts.length === 0 || Object.keys(raw).some((key) => !understood.has(key))) return raw;
  return parts.length === 1 ? (parts[0] ?? raw) : { op: 'and', of: parts };
};

const comparisons = (raw: JsonObject, path: string): Json[] => {
  const found = comparisonNames
    .filter((op) => raw[op] !== undefined)
    .map((op) => ({ op, path, value: raw[op] ?? null }));
  return found.length > 0 ? found : [{ op: 'truthy', path }];
};

/** Runs in place of a canonical reference to a condition. */
export const rewriteRunCondition = (raw: Json): Json =>
  isObject(raw) && 'kind' in raw ? raw : { kind: 'data', condition: rewriteCondition(raw) };

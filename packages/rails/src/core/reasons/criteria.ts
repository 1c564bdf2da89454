import type { Json, JsonObject } from '@atelier/kernel/core';
import { z } from 'zod';
import type { ValidationRule } from '../compiled.ts';
import { conditionHolds, lookupIn } from '../dialect/evaluate-condition.ts';
import { patternReach } from '../dialect/pattern-reach.ts';

/** A pattern is run under a clock, because a workflow may bring one that never ends. */
export type TestPattern = (pattern: string, flags: string, text: string) => 'match' | 'no_match' | 'broken';

export type CriteriaVerdict =
  | { readonly kind: 'judged'; readonly issues: readonly string[] }
  /** The rules themselves cannot be evaluated: not the agent's fault. */
  | { readonly kind: 'broken'; readonly detail: string };

export const judgeNotes = (
  rule: ValidationRule,
  notes: string,
  scope: JsonObject,
  testPattern: TestPattern,
): CriteriaVerdict => {
  try {
    return { kind: 'judged', issues: issuesOf(rule, { notes, scope, testPattern }) };
  } catch (cause) {
    if (cause instanceof BrokenRule) return { kind: 'broken', detail: cause.message };
    throw cause;
  }
};

class BrokenRule extends Error {}

type Case = { readonly notes: string; readonly scope: JsonObject; readonly testPattern: TestPattern };

const issuesOf = (rule: ValidationRule, given: Case): readonly string[] => {
  if ('when' in rule && rule.when && !conditionHolds(rule.when, lookupIn(given.scope))) return [];
  switch (rule.kind) {
    case 'and':
      return rule.of.flatMap((part) => issuesOf(part, given));
    case 'or': {
      const all = rule.of.map((part) => issuesOf(part, given));
      return all.some((issues) => issues.length === 0) ? [] : [rule.message ?? all.flat().join(' or ')];
    }
    case 'not':
      return issuesOf(rule.of, given).length > 0 ? [] : [rule.message ?? 'the notes match what they must not'];
    case 'contains':
      return given.notes.includes(rule.value) ? [] : [`${rule.message} (missing: “${shown(rule.value)}”)`];
    case 'length':
      return given.notes.length >= (rule.min ?? 0) && given.notes.length <= (rule.max ?? Number.POSITIVE_INFINITY)
        ? []
        : [`${rule.message} (the notes have ${given.notes.length} characters; ${span(rule.min, rule.max)})`];
    case 'regex': {
      const verdict = given.testPattern(rule.pattern, rule.flags ?? '', given.notes);
      if (verdict === 'broken') throw new BrokenRule(`the pattern /${rule.pattern}/ cannot be run`);
      return verdict === 'match' ? [] : [`${rule.message} (must match /${shown(rule.pattern)}/)`];
    }
    case 'schema':
      return matchesSchema(rule.schema, given.notes) ? [] : [rule.message];
  }
};

const SHOWN_CHARS = 120;
const shown = (text: string): string => (text.length <= SHOWN_CHARS ? text : `${text.slice(0, SHOWN_CHARS)}…`);

const span = (min: number | undefined, max: number | undefined): string =>
  [min === undefined ? '' : `at least ${min}`, max === undefined ? '' : `at most ${max}`].filter(Boolean).join(', ');

const matchesSchema = (schema: JsonObject, notes: string): boolean => {
  let value: Json;
  try {
    value = JSON.parse(notes) as Json;
  } catch {
    return false;
  }
  const endless = endlessPattern(schema);
  if (endless !== undefined) throw new BrokenRule(`the schema cannot be used: "${shown(endless)}" may never end`);
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(value).success;
  } catch (cause) {
    throw new BrokenRule(`the schema cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
};

const LEAST_REACH = 160;

/** A pattern of a schema that could be tried for ever; patterns in schemas run without a clock. */
const endlessPattern = (schema: Json): string | undefined => {
  if (typeof schema !== 'object' || schema === null) return undefined;
  for (const [key, value] of Object.entries(schema)) {
    const patterns =
      key === 'pattern' && typeof value === 'string'
        ? [value]
        : key === 'patternProperties' && typeof value === 'object' && value !== null
          ? Object.keys(value)
          : [];
    const found = patterns.find((pattern) => patternReach(pattern) < LEAST_REACH) ?? endlessPattern(value);
    if (found !== undefined) return found;
  }
  return undefined;
};

import type { JsonObject, NotTidy, Result } from '@atelier/kernel/core';
import { err, ok, parseExactly, tidyJson } from '@atelier/kernel/core';
import type { z } from 'zod';
import type { InputOf, ToolName } from './inputs.ts';
import { inputs } from './inputs.ts';
import { nearest } from './nearest.ts';

export type BadInput =
  | { readonly reason: 'not_an_object' }
  | NotTidy
  | { readonly reason: 'alias_and_canonical'; readonly alias: string; readonly canonical: string }
  | {
      readonly reason: 'unknown_key';
      readonly key: string;
      readonly at: string;
      readonly nearest: string | undefined;
      /** What may stand there. */
      readonly known: readonly string[];
    }
  | { readonly reason: 'invalid'; readonly issues: readonly { readonly at: string; readonly message: string }[] };

/** What was wrong, in words that name no type system. */
const wordIssue = (issue: z.core.$ZodIssue, sent: unknown): string => {
  if (issue.code === 'invalid_type')
    return valueAt(sent, issue.path) === undefined
      ? 'missing'
      : `must be ${NAMES[issue.expected] ?? issue.expected}${brokenAt(valueAt(sent, issue.path))}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_big')
    return `too long: at most ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
  if (issue.code === 'too_small') return 'must not be empty';
  return issue.message;
};
const NAMES: Readonly<Record<string, string>> = {
  record: 'a JSON object',
  object: 'a JSON object',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false',
};

/** A text that was meant as JSON: where it stops being that. */
const brokenAt = (value: unknown): string => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return '';
  try {
    JSON.parse(value);
    return '';
  } catch (cause) {
    const place = /\(line \d+ column \d+\)/.exec(cause instanceof Error ? cause.message : '')?.[0];
    return `; the text sent is not JSON${place ? ` ${place}` : ''}`;
  }
};

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

const ALIASES: Record<string, readonly [string, string?]> = {
  notes: ['output', 'notesMarkdown'],
  notesMarkdown: ['output', 'notesMarkdown'],
  artifacts: ['output', 'artifacts'],
  contextVariables: ['context'],
};

/** Forgives what agents commonly do: JSON in a string, a known other name. Everything else is answered, not guessed. */
export const readInput = <T extends ToolName>(
  tool: T,
  raw: unknown,
  /** Told where half a character was replaced. */
  onReplaced: (places: readonly string[]) => void = () => undefined,
): Result<InputOf<T>, BadInput> => {
  const unwrapped = tidyJson(unwrapJson(raw ?? {}, 'object'));
  if (!unwrapped.ok) return unwrapped;
  const outer = isObject(unwrapped.value.value) ? unwrapCall(tool, unwrapped.value.value) : undefined;
  if (!outer) return err({ reason: 'not_an_object' });
  const shape: Readonly<Record<string, z.ZodType>> = inputs[tool].shape;
  const renamed = applyAliases(outer, shape);
  if (!renamed.ok) return renamed;
  // JSON that came in strings was not looked into yet.
  const tidy = tidyJson(unwrapFields(renamed.value, shape));
  if (!tidy.ok) return tidy;
  const replaced = [...unwrapped.value.replaced, ...tidy.value.replaced];
  if (replaced.length > 0) onReplaced(replaced);
  const parsed = inputs[tool].safeParse(tidy.value.value);
  if (parsed.success) {
    const { goal, context } = parsed.data as { readonly goal?: unknown; readonly context?: JsonObject };
    if (goal !== undefined && context?.goal !== undefined && context.goal !== goal)
      return err({ reason: 'alias_and_canonical', alias: 'context.goal', canonical: 'goal' });
    return ok(parsed.data as InputOf<T>);
  }
  const unknown = parsed.error.issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown?.code === 'unrecognized_keys') {
    const key = unknown.keys[0] ?? '';
    const at = unknown.path.map(String).join('.');
    const known =
      at === 'output'
        ? ['notesMarkdown', 'artifacts']
        : at === 'preferences'
          ? ['autonomy', 'riskPolicy']
          : Object.keys(shape);
    const understood = at === '' ? [...known, ...aliasesIn(shape)] : known;
    return err({ reason: 'unknown_key', key, at, nearest: nearest(key, understood), known });
  }
  return err({
    reason: 'invalid',
    issues: parsed.error.issues
      .slice(0, 10)
      .map((issue) => ({ at: issue.path.map(String).join('.'), message: wordIssue(issue, tidy.value.value) })),
  });
};

/** A whole `nextCall` copied into the arguments, with what belongs to it beside it. */
const unwrapCall = (tool: ToolName, sent: JsonObject): JsonObject => {
  const { tool: named = tool, params, ...beside } = sent;
  const inner = unwrapJson(params, 'object');
  if (named !== tool || !isObject(inner) || Object.keys(beside).some((key) => key in inner)) return sent;
  return { ...inner, ...beside };
};

const aliasesIn = (shape: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(ALIASES).flatMap(([alias, [field]]) => (field in shape ? [alias] : []));

const applyAliases = (
  input: Readonly<Record<string, unknown>>,
  shape: Readonly<Record<string, unknown>>,
): Result<Record<string, unknown>, BadInput> => {
  const result: Record<string, unknown> = { ...input };
  for (const [alias, [field, inner]] of Object.entries(ALIASES)) {
    if (!(alias in result) || !(field in shape)) continue;
    const canonical = inner ? `${field}.${inner}` : field;
    const target = unwrapJson(result[field], 'object');
    const beside = target === undefined || target === null ? {} : isObject(target) ? target : undefined;
    if (inner ? beside === undefined || beside[inner] !== undefined : result[field] !== undefined)
      return err({ reason: 'alias_and_canonical', alias, canonical });
    result[field] = inner ? { ...beside, [inner]: result[alias] } : result[alias];
    delete result[alias];
  }
  return ok(result);
};

const OBJECTS = new Set(['context', 'output', 'preferences', 'source']);

const unwrapFields = (
  input: Readonly<Record<string, unknown>>,
  shape: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || (value === null && key in shape)) continue;
    result[key] = OBJECTS.has(key) ? unwrapJson(value, 'object') : key === 'tags' ? listOf(value) : value;
  }
  if (isObject(result.output) && 'artifacts' in result.output) {
    const list = unwrapJson(result.output.artifacts, 'array');
    const artifacts = Array.isArray(list)
      ? list.map((each) => unwrapJson(each, 'object'))
      : isObject(list)
        ? [list]
        : list;
    result.output = { ...result.output, artifacts };
  }
  return result;
};

const listOf = (value: unknown): unknown => {
  const list = unwrapJson(value, 'array');
  return typeof list === 'string' && list !== '' ? [list] : list;
};

const unwrapJson = (value: unknown, wanted: 'object' | 'array'): unknown => {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (!(text.startsWith('{') || text.startsWith('['))) return value;
  try {
    const parsed = parseExactly(text);
    return wanted === 'array' || isObject(parsed) ? parsed : value;
  } catch {
    return value;
  }
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

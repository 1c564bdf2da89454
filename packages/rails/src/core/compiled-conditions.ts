import type { Json } from '@atelier/kernel/core';
import { z } from 'zod';
import { JsonRecord, JsonValue } from './json-value.ts';

const Comparison = z.enum([
  'equals',
  'not_equals',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'contains',
  'startsWith',
  'endsWith',
  'matches',
]);
export type Comparison = z.infer<typeof Comparison>;
export const comparisonNames: readonly Comparison[] = Comparison.options;

/**
 * A question about context and loop variables (compatibility dialect, already normalised). `path` is dotted.
 * String equality trims and ignores case; numeric and boolean strings coerce; see `dialect/evaluate-condition.ts`.
 */
export type DataCondition =
  | { op: 'truthy'; path: string }
  | { op: Comparison; path: string; value: Json }
  | { op: 'and' | 'or'; of: DataCondition[] }
  | { op: 'not'; of: DataCondition };

export const DataCondition: z.ZodType<DataCondition> = z.lazy(() =>
  z.union([
    z.object({ op: z.literal('truthy'), path: z.string() }),
    z.object({ op: Comparison, path: z.string(), value: JsonValue }),
    z.object({ op: z.enum(['and', 'or']), of: z.array(DataCondition) }),
    z.object({ op: z.literal('not'), of: DataCondition }),
  ]),
);

/** Legacy rules on notes. `when` makes a rule apply only if the condition holds; `message` is what a failure says. */
export type ValidationRule =
  | { kind: 'contains'; value: string; message: string; when?: DataCondition | undefined }
  | { kind: 'regex'; pattern: string; flags?: string | undefined; message: string; when?: DataCondition | undefined }
  | {
      kind: 'length';
      min?: number | undefined;
      max?: number | undefined;
      message: string;
      when?: DataCondition | undefined;
    }
  | {
      kind: 'schema';
      schema: { [key: string]: Json };
      message: string;
      when?: DataCondition | undefined;
    }
  | { kind: 'and' | 'or'; of: ValidationRule[]; message?: string | undefined }
  | { kind: 'not'; of: ValidationRule; message?: string | undefined };

const rule = { message: z.string(), when: DataCondition.optional() };

export const ValidationRule: z.ZodType<ValidationRule> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('contains'), value: z.string(), ...rule }),
    z.object({ kind: z.literal('regex'), pattern: z.string(), flags: z.string().optional(), ...rule }),
    z.object({ kind: z.literal('length'), min: z.int().optional(), max: z.int().optional(), ...rule }),
    z.object({ kind: z.literal('schema'), schema: JsonRecord, ...rule }),
    z.object({ kind: z.enum(['and', 'or']), of: z.array(ValidationRule), message: z.string().optional() }),
    z.object({ kind: z.literal('not'), of: ValidationRule, message: z.string().optional() }),
  ]),
);

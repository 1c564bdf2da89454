import type { z } from 'zod';
import type { ToolDefinition } from './definition.ts';
import { type FileResult, refuse } from './errors.ts';
import { type Schema, strictSchema, typesOf } from './json-schema.ts';

export const maxOps = 100;
const maxArgumentBytes = 1024 * 1024;

/** Checks a model's arguments against the tool's definition, after forgiving what may be forgiven. */
export const parseArguments = <Params extends z.ZodObject>(
  { name, params }: ToolDefinition<string, Params>,
  raw: unknown,
): FileResult<z.infer<Params>> => {
  if (Buffer.byteLength(JSON.stringify(raw ?? null)) > maxArgumentBytes) {
    return refuse('VALIDATION_FAILED', 'limit_ops', 'The arguments exceed 1 MiB; split them over several calls.');
  }
  const tidy = withoutForeignNulls(strictSchema(params), withoutAliases(name, raw ?? {}));
  const batch = batchOf(tidy);
  if (batch && batch.length > maxOps) {
    return refuse('VALIDATION_FAILED', 'limit_ops', `A call takes at most ${maxOps} operations, not ${batch.length}.`);
  }
  const parsed = params.safeParse(tidy);
  if (parsed.success) return { ok: true, value: parsed.data };
  return refuseIssue(name, parsed.error.issues[0]);
};

const refuseIssue = (name: string, issue: z.core.$ZodIssue | undefined): FileResult<never> => {
  const trail = issue?.path ?? [];
  const place = trail.length === 0 ? 'the arguments' : trail.join('.');
  const [list, at] = trail;
  const inBatch = (list === 'operations' || list === 'edits') && typeof at === 'number';
  const message = `${name}: ${place}: ${issue?.message ?? 'not valid'}.`;
  return inBatch
    ? refuse('VALIDATION_FAILED', 'bad_op', message, { op_index: at })
    : refuse('VALIDATION_FAILED', list === 'operations' || list === 'edits' ? 'bad_op' : 'bad_selector', message);
};

const batchOf = (value: unknown): readonly unknown[] | undefined => {
  if (!isRecord(value)) return undefined;
  const batch = value.operations ?? value.edits;
  return Array.isArray(batch) ? batch : undefined;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Spellings models use anyway; accepted, never advertised. */
const aliasesByTool: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  docx_operations: { find: 'search' },
  pptx_operations: { slide_index: 'index', find: 'search' },
};

const withoutAliases = (name: string, value: unknown): unknown => {
  const aliases = aliasesByTool[name];
  const batch = batchOf(value);
  if (!aliases || !batch || !isRecord(value)) return value;
  const rename = (each: unknown): unknown =>
    isRecord(each)
      ? Object.fromEntries(
          Object.entries(each).map(([key, field]) => {
            const proper = aliases[key];
            return [proper !== undefined && !(proper in each) ? proper : key, field];
          }),
        )
      : each;
  return { ...value, operations: batch.map(rename) };
};

/** The flat projection sends every field of every variant; those of other variants are null and say nothing. */
const withoutForeignNulls = (schema: Schema, value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items ? value.map((each) => withoutForeignNulls(items, each)) : value;
  }
  if (!isRecord(value)) return value;
  const variant = variantFor(schema, value);
  const properties = variant?.properties;
  if (!properties) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, field]) => field !== null || key in properties)
      .map(([key, field]) => {
        const inner = properties[key];
        return [key, inner ? withoutForeignNulls(inner, field) : field];
      }),
  );
};

const itemsOf = (schema: Schema): Schema | undefined =>
  schema.items ?? schema.anyOf?.find((each) => typesOf(each).includes('array'))?.items;

const variantFor = (schema: Schema, value: Record<string, unknown>): Schema | undefined => {
  if (!schema.anyOf) return schema;
  const objects = schema.anyOf.filter((each) => each.properties);
  return objects.find((each) => each.properties?.op?.enum?.[0] === value.op) ?? objects[0];
};

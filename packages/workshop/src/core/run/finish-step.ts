import type { Json, JsonObject } from '@atelier/kernel/core';
import type { GraphOutput, GraphStep } from '../../ports/run-graph.ts';

export const finishTool = 'finish_step';

/**
 * The form of what a step hands in, made from its contract. Providers hold a model to closed objects with everything
 * required, so what may be missing may be null, and nulls are taken out again.
 */
export const finishSchema = ({ contract }: GraphStep): JsonObject => ({
  type: 'object',
  properties: {
    notes: { type: 'string', description: 'What was done in this step and what the next one must know, as Markdown.' },
    ...(contract && { artifact: closed(contract.schema) }),
  },
  required: contract ? ['notes', 'artifact'] : ['notes'],
  additionalProperties: false,
});

const closed = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const of = Object.fromEntries(
    Object.entries(schema as JsonObject).map(([key, value]) => [key, closed(value)]),
  ) as JsonObject;
  if (typeof of.properties !== 'object' || of.properties === null) return of;
  const required = new Set(Array.isArray(of.required) ? (of.required as readonly string[]) : []);
  const properties = Object.fromEntries(
    Object.entries(of.properties as JsonObject).map(([name, value]) => [
      name,
      required.has(name) ? value : { anyOf: [value, { type: 'null' }] },
    ]),
  );
  return { ...of, properties, required: Object.keys(properties), additionalProperties: false };
};

/** What a call of the tool hands in. */
export const finishedWith = (input: JsonObject): GraphOutput => {
  const artifact = withoutNulls(input.artifact ?? null);
  return {
    notes: typeof input.notes === 'string' ? input.notes : '',
    artifacts:
      typeof artifact === 'object' && artifact !== null && !Array.isArray(artifact) ? [artifact as JsonObject] : [],
  };
};

const withoutNulls = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .filter(([, each]) => each !== null)
      .map(([key, each]) => [key, withoutNulls(each)]),
  );
};

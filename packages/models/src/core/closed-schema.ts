import type { JsonObject } from '@atelier/kernel/core';
import { z } from 'zod';

/**
 * The JSON Schema of a shape, as providers hold a model to it: every object closed, every field required, what may be
 * missing nullable. A shape that cannot be said so is a mistake of its writer.
 */
export const closedSchema = (shape: z.ZodType): JsonObject => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io: 'input' }) as JsonObject;
  const open = openIn(schema, '');
  if (open !== undefined) throw new Error(`A model cannot be held to this shape: ${open}`);
  return schema;
};

const openIn = (schema: unknown, at: string): string | undefined => {
  if (typeof schema !== 'object' || schema === null) return undefined;
  if (Array.isArray(schema)) return firstOf(schema.map((each, index) => openIn(each, `${at}/${index}`)));
  const { type, properties, required, additionalProperties } = schema as Record<string, unknown>;
  if (type === 'object' || properties !== undefined) {
    if (additionalProperties !== false) return `${at || '/'} takes any field`;
    const needed = new Set(Array.isArray(required) ? required : []);
    const missing = Object.keys((properties ?? {}) as object).find((name) => !needed.has(name));
    if (missing !== undefined) return `${at}/${missing} is optional; make it nullable`;
  }
  return firstOf(Object.entries(schema).map(([name, each]) => openIn(each, `${at}/${name}`)));
};

const firstOf = (found: readonly (string | undefined)[]): string | undefined =>
  found.find((each) => each !== undefined);

import { z } from 'zod';
import { MAX_JSON_DEPTH } from './canonical-json.ts';

/**
 * Any JSON, checked in one walk. `z.json()` describes itself by itself, and a schema that holds one is parsed several
 * times slower as a whole: every event and every view of the product held one.
 */
export const anyJson = z.unknown().refine((value) => isJson(value, 0), {
  error: 'is not JSON',
}) as unknown as z.ZodType<z.core.util.JSONType, z.core.util.JSONType>;

const isJson = (value: unknown, depth: number): boolean => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      return value === null || (depth < MAX_JSON_DEPTH && holdsJson(value, depth + 1));
    default:
      return false;
  }
};

const holdsJson = (value: object, depth: number): boolean => {
  if (Array.isArray(value)) return value.every((each) => isJson(each, depth));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.values(value).every((each) => isJson(each, depth));
};

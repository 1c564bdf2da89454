import type { JsonObject } from '@atelier/kernel/core';
import { lookupIn } from '../dialect/evaluate-condition.ts';

const PLACEHOLDER = /\{\{\s*([A-Za-z_$][\w$.-]*)\s*\}\}/g;

/** A value that is not there stays visible: an empty place would read as if nothing belonged there. */
export const fillPlaceholders = (text: string, scope: JsonObject): string => {
  if (!text.includes('{{')) return text;
  const lookup = lookupIn(scope);
  return text.replace(PLACEHOLDER, (_, path: string) => {
    const value = lookup(path);
    if (value === undefined) return `[unset: ${path} is not in the context]`;
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
};

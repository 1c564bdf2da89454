import type { Json, JsonObject, Result } from '@atelier/kernel/core';
import { canonicalText, err, ok } from '@atelier/kernel/core';
import { budgets } from './budgets.ts';
import { utf8Bytes } from './text.ts';

export type ContextRefused =
  | {
      readonly code: 'CONTEXT_TOO_LARGE';
      readonly of: 'delta' | 'merge';
      readonly measured: number;
      readonly max: number;
    }
  | { readonly code: 'CONTEXT_TOO_DEEP'; readonly at: string; readonly max: number }
  | { readonly code: 'CONTEXT_FORBIDDEN_KEY'; readonly at: string; readonly key: string }
  | { readonly code: 'CONTEXT_NOT_JSON'; readonly at: string; readonly reason: string };

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Keys are replaced whole, `null` deletes. The sum is held to the same limits as the change. */
export const mergeContext = (base: JsonObject, delta: JsonObject): Result<JsonObject, ContextRefused> => {
  // What is there already was held to the limits when it was recorded.
  if (Object.keys(delta).length === 0) return ok(base);
  const sound = checkContext(delta, 'delta');
  if (!sound.ok) return sound;
  const merged: { [key: string]: Json } = { ...base };
  for (const [key, value] of Object.entries(delta)) {
    if (value === undefined) continue;
    if (value === null) delete merged[key];
    else merged[key] = value;
  }
  const fits = checkContext(merged, 'merge');
  return fits.ok ? ok(merged) : fits;
};

const checkContext = (context: JsonObject, of: 'delta' | 'merge'): Result<null, ContextRefused> => {
  const flaw = findFlaw(context, '', 1);
  if (flaw) return err(flaw);
  const text = canonicalText(withoutUndefined(context));
  if (!text.ok) return err({ code: 'CONTEXT_NOT_JSON', at: text.error.at, reason: text.error.reason });
  const measured = utf8Bytes(text.value);
  if (measured > budgets.contextBytes)
    return err({ code: 'CONTEXT_TOO_LARGE', of, measured, max: budgets.contextBytes });
  return ok(null);
};

const withoutUndefined = (context: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(context).filter(([, value]) => value !== undefined));

const findFlaw = (value: Json | undefined, at: string, depth: number): ContextRefused | undefined => {
  if (value === null || typeof value !== 'object') return undefined;
  if (depth > budgets.contextDepth) return { code: 'CONTEXT_TOO_DEEP', at, max: budgets.contextDepth };
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN.has(key)) return { code: 'CONTEXT_FORBIDDEN_KEY', at, key };
    const flaw = findFlaw(inner, `${at}/${key}`, depth + 1);
    if (flaw) return flaw;
  }
  return undefined;
};

import type { Json, JsonObject } from '@atelier/kernel/core';
import type { CompileWarning } from '../compiled.ts';

/** Being rewritten: still anything, and checked by the schema afterwards. */
export type OpenJson = { [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const pointerTo = (base: string, ...keys: readonly (string | number)[]): string =>
  base + keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Collects what was rewritten, and remembers where each rewritten object stood in the author's file. */
export type Rewriter = {
  readonly warn: (pointer: string, message: string) => void;
  readonly from: <T extends Json>(pointer: string, rewritten: T) => T;
  readonly warnings: readonly CompileWarning[];
  readonly originOf: (rewritten: Json) => string | undefined;
};

export const createRewriter = (): Rewriter => {
  const warnings: CompileWarning[] = [];
  const origins = new WeakMap<object, string>();
  return {
    warnings,
    warn: (pointer, message) => void warnings.push({ code: 'legacy_dialect', pointer, message }),
    from: (pointer, rewritten) => {
      if (typeof rewritten === 'object' && rewritten !== null) origins.set(rewritten, pointer);
      return rewritten;
    },
    originOf: (rewritten) => (typeof rewritten === 'object' && rewritten !== null ? origins.get(rewritten) : undefined),
  };
};

/** Translates a pointer into the rewritten workflow to one into the author's file. */
export const createPointerMap = (root: Json, originOf: Rewriter['originOf']): ((pointer: string) => string) => {
  const sourceByRewritten = new Map<string, string>();
  const visit = (value: Json, pointer: string, inherited: string): void => {
    const source = originOf(value) ?? inherited;
    if (source !== pointer) sourceByRewritten.set(pointer, source);
    if (Array.isArray(value))
      value.forEach((item, index) => void visit(item, `${pointer}/${index}`, `${source}/${index}`));
    else if (isObject(value))
      for (const [key, item] of Object.entries(value)) visit(item, pointerTo(pointer, key), pointerTo(source, key));
  };
  visit(root, '', '');
  return (pointer) => {
    for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
      const source = sourceByRewritten.get(pointer.slice(0, end));
      if (source !== undefined) return source + pointer.slice(end);
      if (end === 0) break;
    }
    return pointer;
  };
};

/** Moves fields we keep but do not interpret into `metadata`. */
export const moveToMetadata = (
  object: OpenJson,
  keys: readonly string[],
  pointer: string,
  rewriter: Rewriter,
): void => {
  const kept = keys.filter((key) => key in object);
  if (kept.length === 0) return;
  const moved: OpenJson = isObject(object.metadata) ? { ...object.metadata } : {};
  for (const key of kept) {
    moved[key] = object[key] ?? null;
    delete object[key];
    rewriter.warn(pointerTo(pointer, key), `\`${key}\` is kept as metadata and has no effect.`);
  }
  object.metadata = moved;
};

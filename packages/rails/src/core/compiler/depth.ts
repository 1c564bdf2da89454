import type { Json } from '@atelier/kernel/core';

/** Far beyond any real workflow, and far below where walking it would exhaust the stack. */
export const MAX_DEPTH = 100;

export const isTooDeep = (root: Json): boolean => {
  let level: readonly Json[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
};

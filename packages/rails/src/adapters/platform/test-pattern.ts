import { runInNewContext } from 'node:vm';
import type { TestPattern } from '../../core/reasons/criteria.ts';

const PATTERN_MS = 100;

/** A workflow may bring a pattern that never ends; it is stopped and counted as broken. */
export const testPattern: TestPattern = (pattern, flags, text) => {
  try {
    const found = runInNewContext(
      'new RegExp(pattern, flags).test(text)',
      { pattern, flags, text },
      { timeout: PATTERN_MS },
    );
    return found === true ? 'match' : 'no_match';
  } catch {
    return 'broken';
  }
};

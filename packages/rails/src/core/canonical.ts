import type { CanonicalText } from '@atelier/kernel/core';
import { canonicalText } from '@atelier/kernel/core';

/** For values made here, which are JSON by construction: anything else is a bug, not a refusal. */
export const canonical = (value: unknown): CanonicalText => {
  const text = canonicalText(value);
  if (!text.ok) throw new Error(`not JSON at ${text.error.at}: ${text.error.reason}`);
  return text.value;
};

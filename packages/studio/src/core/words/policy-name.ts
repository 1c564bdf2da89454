import type { Lang } from '../domain/index.ts';

/** What the policy is called that every studio starts with. Policies of one's own have the name they were given. */
export const standardPolicyName = 'Studio standard';

export const policyNameText = (name: string, lang: Lang): string =>
  name === standardPolicyName && lang === 'he' ? 'מדיניות הסטודיו' : name;

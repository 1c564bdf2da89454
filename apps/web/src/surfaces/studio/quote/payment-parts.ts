import type { PaymentPart } from '@atelier/contracts/studio';

export type PlanRest =
  | { readonly kind: 'even' }
  /** Shares that do not make a whole. */
  | { readonly kind: 'percent'; readonly bps: number }
  /** What the parts leave open, or ask too much. */
  | { readonly kind: 'sum'; readonly minor: number };

/** Fixed sums come first and shares split the rest, as the server does it. */
export const restOfPlan = (parts: readonly PaymentPart[], totalMinor: number): PlanRest => {
  const minor = parts.reduce((all, { amount }) => all + ('minor' in amount ? amount.minor : 0), 0);
  const bps = parts.reduce((all, { amount }) => all + ('bps' in amount ? amount.bps : 0), 0);
  if (bps > 0 && bps !== 10_000) return { kind: 'percent', bps: 10_000 - bps };
  const rest = totalMinor - minor;
  return (bps === 0 ? rest === 0 : rest >= 0) ? { kind: 'even' } : { kind: 'sum', minor: rest };
};

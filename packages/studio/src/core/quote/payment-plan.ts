import { err, ok, type Result } from '@atelier/kernel/core';
import type { PaymentPart } from '../domain/workspace.ts';
import { shareOut } from '../money/integers.ts';

export type DuePart = PaymentPart & { readonly minor: number };

export type PlanOpen = {
  readonly code: 'PAYMENTS_DO_NOT_ADD_UP';
  readonly totalMinor: number;
  readonly plannedMinor: number;
  readonly plannedBps: number;
};

/**
 * Fixed sums are taken first and percentages share what is left, to the agora. A plan that leaves something over, or
 * asks for more than there is, is refused: which part should bear the difference is for a person to say.
 */
export const payTotal = (parts: readonly PaymentPart[], totalMinor: number): Result<readonly DuePart[], PlanOpen> => {
  if (parts.length === 0) return ok([]);
  const plannedMinor = parts.reduce((all, { amount }) => all + ('minor' in amount ? amount.minor : 0), 0);
  const plannedBps = parts.reduce((all, { amount }) => all + ('bps' in amount ? amount.bps : 0), 0);
  const rest = totalMinor - plannedMinor;
  if (plannedBps === 0 ? rest !== 0 : rest < 0 || plannedBps !== 10_000)
    return err({ code: 'PAYMENTS_DO_NOT_ADD_UP', totalMinor, plannedMinor, plannedBps });
  const shares =
    plannedBps === 0
      ? parts.map(() => 0n)
      : shareOut(
          BigInt(rest),
          parts.map(({ amount }) => ('bps' in amount ? BigInt(amount.bps) : 0n)),
        );
  return ok(
    parts.map((part, at) => ({
      ...part,
      minor: 'minor' in part.amount ? part.amount.minor : Number(shares[at] ?? 0n),
    })),
  );
};

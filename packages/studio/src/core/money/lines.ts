import { halfUp } from './integers.ts';

/** What a line of cost needs to be computed. Ids, labels and texts are elsewhere. */
export type MaterialCost = { readonly qtyMilli: number; readonly wasteBps: number; readonly unitCostMinor: number };

export type WorkCost =
  | {
      readonly mode: 'hourly';
      readonly minutes: number;
      readonly crew: number;
      readonly rateMinorPerHour: number;
      /** Night, Friday and Shabbat work, in basis points of the rate; 10,000 is the rate itself. */
      readonly factorBps?: number;
    }
  | { readonly mode: 'fixed'; readonly amountMinor: number };

export const materialCost = ({ qtyMilli, wasteBps, unitCostMinor }: MaterialCost): bigint =>
  halfUp(BigInt(qtyMilli) * (10_000n + BigInt(wasteBps)) * BigInt(unitCostMinor), 10_000_000n);

export const workCost = (work: WorkCost): bigint =>
  work.mode === 'fixed'
    ? BigInt(work.amountMinor)
    : halfUp(
        BigInt(work.minutes) * BigInt(work.crew) * BigInt(work.rateMinorPerHour) * BigInt(work.factorBps ?? 10_000),
        600_000n,
      );

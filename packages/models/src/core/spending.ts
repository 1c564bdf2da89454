import type { Caps } from './price.ts';

/** What was spent on the last day anything was, by UTC, and which calls have no end in the ledger yet. */
export type Spending = {
  readonly day: string;
  readonly spent: number;
  /** Calls whose price nobody knows: counted apart, so that nobody reads "0" as "free". */
  readonly unpriced: number;
  readonly open: readonly string[];
};

export const noSpending: Spending = { day: '', spent: 0, unpriced: 0, open: [] };

/** A stop of the server leaves calls open for ever; the oldest of them are let go. */
const mostOpen = 200;

type Line = { readonly callId: string; readonly status: string; readonly cost?: number | undefined };

/** Folds one line of the ledger. A call counts on the day it ended. */
export const spendCall = (before: Spending, { callId, status, cost }: Line, at: string): Spending => {
  if (status === 'sent') return { ...before, open: [...before.open, callId].slice(-mostOpen) };
  const { spent, unpriced } = spentOn(before, dayOf(at));
  const isUnpriced = cost === undefined && status === 'ok';
  return {
    day: dayOf(at),
    spent: spent + (cost ?? 0),
    unpriced: unpriced + (isUnpriced ? 1 : 0),
    open: before.open.filter((each) => each !== callId),
  };
};

export const spentOn = (
  { day, spent, unpriced }: Spending,
  today: string,
): { readonly day: string; readonly spent: number; readonly unpriced: number } =>
  day === today ? { day, spent, unpriced } : { day: today, spent: 0, unpriced: 0 };

export const dayOf = (at: string): string => at.slice(0, 10);

/** What a turn and the rest of the day may cost; undefined where no cap is set. */
export const spendingLeft = (
  { perTurn, perDay }: Caps,
  spending: Spending,
  today: string,
): { readonly perTurn?: number; readonly leftToday?: number } => ({
  ...(perTurn === undefined ? {} : { perTurn }),
  ...(perDay === undefined ? {} : { leftToday: perDay - spentOn(spending, today).spent }),
});

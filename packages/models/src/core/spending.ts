import type { LogEvent } from '@atelier/kernel/core';
import type { Caps } from './price.ts';

/** A call without an end in the ledger yet, and the most it may cost. */
export type OpenCall = { readonly callId: string; readonly sentAt: string; readonly reserved: number };

/** What was spent on the last day anything was, by UTC, and which calls are still open. */
export type Spending = {
  readonly day: string;
  readonly spent: number;
  /** Calls whose price nobody knows: counted apart, so that nobody reads "0" as "free". */
  readonly unpriced: number;
  readonly open: readonly OpenCall[];
};

export const noSpending: Spending = { day: '', spent: 0, unpriced: 0, open: [] };

/** A stop of the server leaves calls open for ever; the oldest of them are let go. */
const mostOpen = 200;

/**
 * Servers that share a ledger see each other's calls by what these reserve. One that was cut off by a stop has cost
 * something nobody will ever tell us: it stays reserved for its day, and for an hour in any case.
 */
const heldMs = 3_600_000;

type Line = {
  readonly callId: string;
  readonly status: string;
  readonly cost?: number | undefined;
  readonly reserved?: number | undefined;
};

/** Folds the stream of the ledger. Lines it does not know change nothing. */
export const evolveSpending = (before: Spending, { kind, data, at }: LogEvent): Spending =>
  kind === 'egress.call' ? spendCall(before, data as unknown as Line, at) : before;

/** Folds one line of the ledger. A call counts on the day it ended. */
export const spendCall = (before: Spending, { callId, status, cost, reserved = 0 }: Line, at: string): Spending => {
  if (status === 'sent') {
    return { ...before, open: [...before.open, { callId, sentAt: at, reserved }].slice(-mostOpen) };
  }
  const { spent, unpriced } = spentOn(before, dayOf(at));
  const isUnpriced = cost === undefined && status === 'ok';
  return {
    day: dayOf(at),
    spent: spent + (cost ?? 0),
    unpriced: unpriced + (isUnpriced ? 1 : 0),
    open: before.open.filter((each) => each.callId !== callId),
  };
};

export const spentOn = (
  { day, spent, unpriced }: Spending,
  today: string,
): { readonly day: string; readonly spent: number; readonly unpriced: number } =>
  day === today ? { day, spent, unpriced } : { day: today, spent: 0, unpriced: 0 };

export const dayOf = (at: string): string => at.slice(0, 10);

/** What a turn and the rest of the day may cost at `now`; undefined where no cap is set. */
export const spendingLeft = (
  { perTurn, perDay }: Caps,
  spending: Spending,
  now: string,
): { readonly perTurn?: number; readonly leftToday?: number } => ({
  ...(perTurn === undefined ? {} : { perTurn }),
  ...(perDay === undefined
    ? {}
    : { leftToday: perDay - spentOn(spending, dayOf(now)).spent - reservedAt(spending, now) }),
});

const reservedAt = ({ open }: Spending, now: string): number =>
  open
    .filter(({ sentAt }) => dayOf(sentAt) === dayOf(now) || Date.parse(now) - Date.parse(sentAt) < heldMs)
    .reduce((sum, { reserved }) => sum + reserved, 0);

import type { Head, Sheet } from './sheets.ts';
import type { Amount, Filter, Row } from './states.ts';

/** What an everyday question asks of one table. */
export type Ask = {
  readonly sheet: Sheet;
  readonly filters: readonly Filter[];
  /** `reach`: the days from the first row to the last, by the column that orders them. */
  readonly measure: 'rows' | 'count' | 'sum' | 'average' | 'share' | 'twice' | 'reach';
  readonly isCounted: boolean;
  /** Nothing says that rows are counted: going on from a sum, it stays a sum. */
  readonly isImplied?: boolean;
  /** What is added up or averaged; several where it was not said which. */
  readonly amounts: readonly Amount[];
  readonly by: readonly Group[];
  readonly top?: { readonly count: number; readonly isLeast: boolean };
  /** Several amounts are wanted as one as well. */
  readonly isTogether?: boolean;
  /** Only groups of at least so many rows. */
  readonly having?: number;
  readonly order?: { readonly head: Head; readonly isDown: boolean };
  /** Stretches of time that are put side by side. */
  readonly spans: readonly Filter[];
  /** A word for the rows is also a value of theirs: what it would be with that alone is said as well. */
  readonly narrower?: Filter;
  /** Columns that were asked for by name. */
  readonly wanted: readonly Head[];
};

/** What rows are put together by. */
export type Group = {
  readonly name: string;
  readonly of: (row: Row) => string;
  readonly notes: readonly string[];
  readonly isTime?: boolean;
  /** The column, and the stretch of time where it is one of days. */
  readonly column?: string;
  readonly unit?: TimeUnit;
};

export type TimeUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

export type Reading = { readonly ask: Ask; readonly score: number } | { readonly unknown: readonly string[] };

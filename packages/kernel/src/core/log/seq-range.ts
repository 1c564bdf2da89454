export type SeqRange = { readonly from?: number; readonly limit?: number };

export const isRange = (from: number, limit: number): boolean =>
  isCount(from) && (limit === Number.POSITIVE_INFINITY || isCount(limit));

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

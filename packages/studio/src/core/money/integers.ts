/** Whole minor units (agorot, cents), basis points, thousandths. No fraction is ever stored or computed with. */

/** n ÷ d to the nearest whole, halves up. `n` may be negative: −2.5 becomes −2. */
export const halfUp = (n: bigint, d: bigint): bigint => floorDiv(2n * n + d, 2n * d);

export const floorDiv = (n: bigint, d: bigint): bigint => {
  const quotient = n / d;
  return n % d !== 0n && n < 0n !== d < 0n ? quotient - 1n : quotient;
};

export type RoundingMode = 'half_up' | 'up' | 'down';

export const roundTo = (minor: bigint, unit: bigint, mode: RoundingMode): bigint => {
  if (unit <= 1n) return minor;
  if (mode === 'down') return floorDiv(minor, unit) * unit;
  if (mode === 'up') return -floorDiv(-minor, unit) * unit;
  return halfUp(minor, unit) * unit;
};

/** Splits a sum by weights so that the parts add up to it exactly; what is left over goes to the largest remainders. */
export const shareOut = (sum: bigint, weights: readonly bigint[]): readonly bigint[] => {
  const total = weights.reduce((all, weight) => all + weight, 0n);
  if (total <= 0n) return weights.map((_, at) => (at === 0 ? sum : 0n));
  const parts = weights.map((weight) => floorDiv(sum * weight, total));
  const left = sum - parts.reduce((all, part) => all + part, 0n);
  const byRemainder = weights
    .map((weight, at) => ({ at, remainder: sum * weight - floorDiv(sum * weight, total) * total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1));
  for (let nth = 0; nth < Number(left); nth += 1) {
    const at = byRemainder[nth]?.at ?? 0;
    parts[at] = (parts[at] ?? 0n) + 1n;
  }
  return parts;
};

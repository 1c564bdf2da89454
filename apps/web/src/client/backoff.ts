const firstMs = 300;
const longestMs = 10_000;

/**
 * How long to wait before attempt `attempt` (from 0): doubling, capped, and spread by half, so that
 * twelve tabs that lost one server do not all knock at once when it is back.
 */
export const backoffMs = (attempt: number, random: () => number): number => {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 16));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
};

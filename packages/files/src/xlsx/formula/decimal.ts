import { eitherWay } from './doubt.ts';

/** A number as people see it: what is beyond 15 significant digits is what binary made of decimals. */
export const digits15 = (value: number): number => Number(value.toPrecision(15));

const CLOSE = 2 ** -48;
const SAME = 2 ** -50;

/** Equal up to rounding, as comparisons of spreadsheets have it: 0.1+0.2 is 0.3. */
export const isSameNumber = (a: number, b: number): boolean =>
  a === b || eitherWay(isClose(a, b), digits15(a) === digits15(b));

/** The same for lookups and criteria, where programs differ about numbers that only look equal. */
export const isFoundNumber = (a: number, b: number): boolean => a === b || eitherWay(isClose(a, b), false);

const isClose = (a: number, b: number): boolean => Math.abs(a - b) < Math.max(Math.abs(a), Math.abs(b)) * CLOSE;

/** A sum or difference of two: what remains by rounding alone is nothing when it is all that the formula does. */
export const added = (a: number, b: number, isLastStep: boolean): number => {
  const result = a + b;
  const ratio = Math.abs(result) / Math.max(Math.abs(a), Math.abs(b));
  if (result === 0 || !(ratio < CLOSE)) return result;
  if (isLastStep && ratio < SAME) return 0;
  return eitherWay(0, result);
};

/** A sum that loses no digit to the order of its terms. */
export const exactSum = (numbers: Iterable<number>): number => {
  let sum = 0;
  let lost = 0;
  let size = 0;
  let plain = 0;
  for (const it of numbers) {
    const next = sum + it;
    lost += Math.abs(sum) >= Math.abs(it) ? sum - next + it : it - next + sum;
    sum = next;
    plain += it;
    size += Math.abs(it);
  }
  const total = Number.isFinite(sum) ? sum + lost : sum;
  // Terms that cancel leave different dust in different programs.
  return Math.abs(total) < size * CLOSE || Math.abs(plain) < size * CLOSE
    ? eitherWay(total === 0 ? 0 : total, plain)
    : total;
};

export type Rounding = 'half' | 'up' | 'down';

/** Rounds the decimal a person sees (15 digits) at a place, away from zero for halves. */
export const roundedTo = (value: number, places: number, how: Rounding): number => {
  const snapped = roundedDecimal(value.toPrecision(15), places, how);
  // A number that is the nearest to its 15 digits is those digits to every program; others carry dust.
  if (how === 'half' || digits15(value) === value) return snapped;
  return eitherWay(snapped, roundedDecimal(value.toPrecision(17), places, how));
};

const roundedDecimal = (text: string, places: number, how: Rounding): number => {
  const [, sign = '', whole = '0', part = '', power = '0'] = /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/.exec(text) ?? [];
  const digits = whole + part;
  // Number of digits that stay: those before the point, moved by the power, and the places asked for.
  const kept = whole.length + Number(power) + places;
  if (kept >= digits.length) return Number(text);
  if (kept < 0) return how === 'up' && /[1-9]/.test(digits) ? Number(`${sign}1e${-places}`) : 0;
  const dropped = digits.slice(kept);
  const isUp = how === 'up' ? /[1-9]/.test(dropped) : how === 'half' && dropped.charCodeAt(0) >= 53;
  const body = BigInt(digits.slice(0, kept) || '0') + (isUp ? 1n : 0n);
  const result = Number(`${sign}${body}e${-places}`);
  return result === 0 ? 0 : result;
};

/** The whole number at or below. */
export const floored = (value: number): number => eitherWay(Math.floor(digits15(value)), Math.floor(value));

import { typedNumber } from '../../../ui/typed/typed-number.ts';

/** An amount as somebody types it, in agorot; undefined for what is no amount. */
export const minorOfText = (text: string): number | undefined => {
  const number = typedNumber(text.replace(/[₪$€£\s]/g, ''));
  if (number === undefined || number < 0) return undefined;
  // The text decides, not the binary fraction: 1.005 is a half, and a half goes up.
  const minor = Math.round(Number(`${number}e2`));
  return Number.isSafeInteger(minor) ? minor : undefined;
};

/** 1,240.50 without a currency, as a field shows it. */
export const textOfMinor = (minor: number): string => {
  const whole = String(Math.trunc(minor / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = minor % 100;
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, '0')}`;
};

/** 12.5 % in basis points. */
export const bpsOfText = (text: string, most = 100): number | undefined => {
  const number = typedNumber(text.replace(/[%\s]/g, ''));
  if (number === undefined || number < 0 || number > most) return undefined;
  return Math.round(Number(`${number}e2`));
};

export const textOfBps = (bps: number): string => String(bps / 100);

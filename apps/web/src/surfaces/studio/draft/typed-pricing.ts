import type { WorkPricing } from '@atelier/contracts/studio';
import { typedNumber } from '../../../ui/typed/typed-number.ts';

/** The price of work while it is being written: both ways are kept, so that changing one's mind loses nothing. */
export type TypedPricing = {
  readonly mode: WorkPricing['mode'];
  readonly hours: string;
  readonly crew: string;
  readonly rateMinor: number | null;
  readonly amountMinor: number | null;
  readonly factorBps?: number;
};

export const typedPricing = (pricing: WorkPricing | null): TypedPricing =>
  pricing?.mode === 'hourly'
    ? {
        mode: 'hourly',
        hours: String(pricing.minutes / 60),
        crew: String(pricing.crew),
        rateMinor: pricing.rateMinorPerHour,
        amountMinor: null,
        ...(pricing.factorBps === undefined ? {} : { factorBps: pricing.factorBps }),
      }
    : { mode: 'fixed', hours: '', crew: '1', rateMinor: null, amountMinor: pricing?.amountMinor ?? null };

/** Undefined while something is missing or is no number. */
export const pricingOf = (typed: TypedPricing): WorkPricing | undefined => {
  if (typed.mode === 'fixed')
    return typed.amountMinor === null ? undefined : { mode: 'fixed', amountMinor: typed.amountMinor };
  const [hours, crew] = [typedNumber(typed.hours), typedNumber(typed.crew)];
  if (hours === undefined || crew === undefined || typed.rateMinor === null) return undefined;
  const minutes = Math.round(hours * 60);
  if (minutes < 1 || minutes > 600_000 || !Number.isInteger(crew) || crew < 1 || crew > 50) return undefined;
  const { rateMinor: rateMinorPerHour, factorBps } = typed;
  return { mode: 'hourly', minutes, crew, rateMinorPerHour, ...(factorBps === undefined ? {} : { factorBps }) };
};

import { Unsupported } from './unsupported.ts';

type Outcome = number | string | boolean | null | { readonly error: string };

/**
 * Spreadsheet programs treat what binary makes of decimals differently: some snap 7.999999999999999 to 8 before they
 * cut it, some do not. A formula that met such a case is calculated both ways; where the answers differ there is none.
 */
let isExact = false;
let isRaised = false;

export const eitherWay = <T>(snapped: T, exact: T): T => {
  if (snapped !== exact) isRaised = true;
  return isExact ? exact : snapped;
};

export const certainOutcome = <T extends Outcome>(run: () => T): T => {
  isExact = false;
  isRaised = false;
  const first = run();
  if (!isRaised) return first;
  isExact = true;
  try {
    if (!isSameOutcome(first, run())) throw new Unsupported('programs differ about a difference of rounding alone');
    return first;
  } finally {
    isExact = false;
  }
};

const isSameOutcome = (a: Outcome, b: Outcome): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= Math.abs(a) * 1e-12;
  return JSON.stringify(a) === JSON.stringify(b);
};

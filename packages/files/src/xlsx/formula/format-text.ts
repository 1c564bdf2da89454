import { format as formatNumber } from 'numfmt';
import { digits15 } from './decimal.ts';
import { secondsOfDay } from './time-of-day.ts';
import { Unsupported } from './unsupported.ts';
import { numberText } from './values.ts';

/** Formats that give the same text in every language that writes 1,234.5: figures, and dates in figures. */
const FIGURES = /^(?:\$|-|\(|\)| )?[#0,]*(?:\.[0#]+)?%?(?:\)| )?$/;
const DATES = /^(?:yyyy|yy|mm|m|dd|d|hh|h|ss|:|-|\/|\.| )+$/i;

/** A number as TEXT writes it; names of days and months, currencies and colours depend on the machine. */
export const formatted = (value: number, code: string): string => {
  if (/^general$/i.test(code)) return numberText(value);
  if (FIGURES.test(code) && /[0#]/.test(code)) {
    const text = formatNumber(code, digits15(value));
    if (/\.%?\)?$/.test(text)) throw new Unsupported('a point with no figure behind it');
    // A half of a percent is rounded up by some programs and by its bits in others.
    if (code.includes('%') && [1 - 1e-12, 1 + 1e-12].some((near) => formatNumber(code, value * near) !== text))
      throw new Unsupported('half of the last digit shown');
    return text;
  }
  if (DATES.test(code) && /[ymdhs]/i.test(code) && value >= 61 && value < 2_958_466) {
    refuseHalfSeconds(value, code);
    if (/[^:]m{1,2}:|:m{1,2}[^:]/i.test(code) && !/h/i.test(code)) throw new Unsupported('minutes without hours');
    return formatNumber(code, value);
  }
  throw new Unsupported('a format that depends on the machine');
};

/** A time between two seconds is cut by some programs and rounded by others; what a subtraction leaves counts, too. */
const refuseHalfSeconds = (value: number, code: string): void => {
  const { day, rounded, cut, isWhole } = secondsOfDay(value);
  if (isWhole) return;
  // A quarter of a second more, so that the text of a whole second does not hang on its last bit.
  const [one, other] = [rounded, cut].map((seconds) => formatNumber(code, day + (seconds + 0.25) / 86_400));
  if (one !== other) throw new Unsupported('a time between two seconds');
};

import { isoToSerial } from '../number-format.ts';
import { Unsupported } from './unsupported.ts';

const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
/** Words that may stand in a date or time, as English and Hebrew programs read them. */
const MONTH =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december|am|pm|e|ב?(?:ינואר|פברואר|מרץ|מרס|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר|ינו|פבר|אפר|אוג|ספט|אוק|נוב|דצמ))$/i;

let from1904 = false;

/** Runs with the calendar of a workbook. Texts that are dates are left to the program that opens one of 1904. */
export const inCalendar = <T>(date1904: boolean, run: () => T): T => {
  from1904 = date1904;
  return run();
};

/**
 * The number a text stands for, undefined when it is none. What is a number in one country and a date or a text in
 * another (1/2/2024, $5, 1 234) is left to the program that knows where it runs.
 */
export const numberFromText = (text: string): number | undefined => {
  const bare = text.trim();
  if (PLAIN.test(bare)) return Number(bare);
  if (GROUPED.test(bare)) return Number(bare.replaceAll(',', ''));
  if (bare.endsWith('%')) {
    const number = numberFromText(bare.slice(0, -1));
    if (number !== undefined && /^[\d.,+-]+$/.test(bare.slice(0, -1))) return number / 100;
  }
  if (!/\d/.test(bare)) return undefined;
  if (/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?$/.test(bare) || /^\d{1,2}:\d\d(?::\d\d)?$/.test(bare)) {
    if (from1904 && bare.includes('-')) throw new Unsupported('a date as text in the 1904 calendar');
    const date = isoToSerial(bare.replace(/^(\d):/, '0$1:'), false);
    if (date && date.serial >= 61) return date.serial;
    if (date?.kind === 'time') return date.serial;
    throw new Unsupported('a date as text');
  }
  const words = bare.match(/\p{L}+/gu) ?? [];
  if (words.some((word) => !MONTH.test(word))) return undefined;
  throw new Unsupported('a text that some programs read as a number or date');
};

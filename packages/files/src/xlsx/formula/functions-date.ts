import { guarded, isGiven, matrixArg, numberArg, pass, soundScalar, textArg, wholeArg } from './arguments.ts';
import { eitherWay } from './doubt.ts';
import type { Argument, Workplace } from './evaluate.ts';
import type { Run } from './functions.ts';
import { visit } from './matrix.ts';
import { numberFromText } from './text-number.ts';
import { secondsOfDay } from './time-of-day.ts';
import { Unsupported } from './unsupported.ts';
import { isError, NUM, type Scalar, toNumber, VALUE } from './values.ts';

const DAY_MS = 86_400_000;
const LAST = 2_958_465;

/** These functions count days from 1900; books that count from 1904 are left to the program that opens them. */
const run = (work: (args: readonly Argument[], at: Workplace) => Scalar): Run => guarded(work);

/** The 1900 calendar has a day that never was, and programs differ about the days before it. */
const FIRST = 61;

const dayOf = (serial: number): number => {
  const day = Math.floor(serial);
  if (day < 0 || day > LAST) return pass(NUM);
  if (day < FIRST) throw new Unsupported('a day before March 1900');
  return day;
};

const toDate = (serial: number): Date => new Date(Date.UTC(1899, 11, 30) + dayOf(serial) * DAY_MS);

const toSerial = (year: number, month: number, day: number): number => {
  if (year < 0 || year > 9999) return pass(NUM);
  // Some programs count such a year from 1900, others take 24 for 2024.
  if (year < 1900) throw new Unsupported('a year before 1900');
  const serial = Math.round((Date.UTC(year, month - 1, day) - Date.UTC(1899, 11, 30)) / DAY_MS);
  if (serial > LAST || serial < 0) return pass(NUM);
  return dayOf(serial);
};

const dateArg = (argument: Argument | undefined): number => numberArg(argument);

/** Day 0, which an empty cell is, reads as 0 January 1900. */
const pieceOf = (argument: Argument | undefined, zero: number, piece: (date: Date) => number): number => {
  const serial = dateArg(argument);
  return serial >= 0 && serial < 1 ? zero : piece(toDate(serial));
};

const monthsOn = (serial: number, months: number, lastDay: boolean): number => {
  const date = toDate(serial);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + Math.trunc(months)];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month, lastDay ? last : Math.min(date.getUTCDate(), last)));
  return toSerial(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
};

/** Seconds of the day. Some programs round their parts and some cut them; what a subtraction leaves counts, too. */
const secondsOf = (argument: Argument | undefined): number => {
  const serial = dateArg(argument);
  // An error to Excel, the time before midnight to others.
  if (serial < 0) throw new Unsupported('a time before the first');
  const seconds = secondsOfDay(serial);
  return (seconds.isWhole ? seconds.rounded : eitherWay(seconds.rounded, seconds.cut)) % 86_400;
};

/** 0 for Sunday. */
const weekday = (day: number): number => (day + 6) % 7;

const daysOff = (argument: Argument | undefined): ReadonlySet<number> => {
  const days = new Set<number>();
  if (!isGiven(argument)) return days;
  visit(matrixArg(argument), (item) => {
    if (item === null) return;
    const number = isError(item) ? pass(item) : toNumber(item);
    days.add(typeof number === 'number' ? Math.floor(number) : pass(number));
  });
  return days;
};

const isWorkday = (day: number, off: ReadonlySet<number>): boolean =>
  weekday(day) !== 0 && weekday(day) !== 6 && !off.has(day);

const MOST_DAYS = 400_000;

const workdays = (from: number, to: number, off: ReadonlySet<number>): number => {
  if (from > to) return -workdays(to, from, off);
  if (to - from > MOST_DAYS) throw new Unsupported('too many days');
  let count = 0;
  for (let day = from; day <= to; day++) if (isWorkday(day, off)) count++;
  return count;
};

const workdayAfter = (from: number, days: number, off: ReadonlySet<number>): number => {
  if (Math.abs(days) > MOST_DAYS) throw new Unsupported('too many days');
  const step = Math.sign(days);
  let day = from;
  for (let left = Math.abs(days); left > 0; ) {
    day += step;
    if (isWorkday(dayOf(day), off)) left--;
  }
  return day;
};

const isoWeek = (day: number): number => {
  // The Thursday of a week tells the year it belongs to.
  const thursday = day - ((weekday(day) + 6) % 7) + 3;
  const year = toDate(thursday).getUTCFullYear();
  return Math.floor((thursday - toSerial(year, 1, 1)) / 7) + 1;
};

const monthsBetween = (from: number, to: number): number => {
  const [a, b] = [toDate(from), toDate(to)];
  const months = (b.getUTCFullYear() - a.getUTCFullYear()) * 12 + b.getUTCMonth() - a.getUTCMonth();
  return b.getUTCDate() < a.getUTCDate() ? months - 1 : months;
};

export const dateFunctions: Readonly<Record<string, Run>> = {
  TODAY: (_, at) => Math.floor(at.now),
  NOW: (_, at) => at.now,
  DATE: run(([year, month, day]) => toSerial(wholeArg(year), wholeArg(month), wholeArg(day))),
  YEAR: run(([serial]) => pieceOf(serial, 1900, (date) => date.getUTCFullYear())),
  MONTH: run(([serial]) => pieceOf(serial, 1, (date) => date.getUTCMonth() + 1)),
  DAY: run(([serial]) => pieceOf(serial, 0, (date) => date.getUTCDate())),
  HOUR: run(([serial]) => Math.floor(secondsOf(serial) / 3600)),
  MINUTE: run(([serial]) => Math.floor(secondsOf(serial) / 60) % 60),
  SECOND: run(([serial]) => secondsOf(serial) % 60),
  TIME: run(([hour, minute, second]) => {
    const [hours, minutes, rest] = [numberArg(hour), numberArg(minute), numberArg(second)];
    if (![hours, minutes, rest].every(Number.isInteger)) throw new Unsupported('parts of an hour, minute or second');
    const seconds = hours * 3600 + minutes * 60 + rest;
    return seconds < 0 ? NUM : (seconds % 86_400) / 86_400;
  }),
  DATEVALUE: run(([text]) => {
    const it = soundScalar(text);
    if (typeof it !== 'string') return VALUE;
    if (!/^\d{4}-\d\d-\d\d$/.test(it.trim())) throw new Unsupported('a date as text');
    return numberFromText(it) ?? VALUE;
  }),
  EDATE: run(([serial, months]) => monthsOn(dateArg(serial), numberArg(months), false)),
  EOMONTH: run(([serial, months]) => monthsOn(dateArg(serial), numberArg(months), true)),
  DAYS: run(([end, start]) => {
    const days = dateArg(end) - dateArg(start);
    if (!Number.isInteger(days)) throw new Unsupported('days between times of day');
    return days;
  }),
  WEEKDAY: run(([serial, kind]) => {
    const [day, how] = [weekday(dayOf(dateArg(serial))), wholeArg(kind, 1)];
    if (how === 1 || how === 17) return day + 1;
    if (how === 2 || how === 11) return ((day + 6) % 7) + 1;
    if (how === 3) return (day + 6) % 7;
    return how >= 12 && how <= 16 ? ((day + 17 - how) % 7) + 1 : NUM;
  }),
  WEEKNUM: run(([serial, kind]) => {
    const day = dayOf(dateArg(serial));
    const how = wholeArg(kind, 1);
    if (how === 21) return isoWeek(day);
    if (![1, 2, 11, 17].includes(how)) throw new Unsupported('weeks that begin on another day');
    const start = toSerial(toDate(day).getUTCFullYear(), 1, 1);
    const placeInWeek = (it: number) => (how === 1 || how === 17 ? weekday(it) : (weekday(it) + 6) % 7);
    const lastOfWeek = day - placeInWeek(day) + 6;
    // To some programs these days are in the last week of their year, to others in the first of the next.
    if (toDate(lastOfWeek).getUTCFullYear() > toDate(day).getUTCFullYear())
      throw new Unsupported('the week in which the next year begins');
    const begin = placeInWeek(start);
    return Math.floor((day - start + begin) / 7) + 1;
  }),
  ISOWEEKNUM: run(([serial]) => isoWeek(dayOf(dateArg(serial)))),
  NETWORKDAYS: run(([start, end, off]) => workdays(dayOf(dateArg(start)), dayOf(dateArg(end)), daysOff(off))),
  WORKDAY: run(([start, days, off]) => workdayAfter(dayOf(dateArg(start)), wholeArg(days), daysOff(off))),
  DATEDIF: run(([start, end, unit]) => {
    const [from, to] = [dayOf(dateArg(start)), dayOf(dateArg(end))];
    if (from > to) return NUM;
    switch (textArg(unit).toLowerCase()) {
      case 'd':
        return to - from;
      case 'm':
        return monthsBetween(from, to);
      case 'y':
        return Math.trunc(monthsBetween(from, to) / 12);
      case 'ym':
        return monthsBetween(from, to) % 12;
      case 'md':
      case 'yd':
        throw new Unsupported('a unit that programs count differently');
      default:
        return NUM;
    }
  }),
  YEARFRAC: run(([start, end, basis]) => {
    const [a, b] = [dayOf(dateArg(start)), dayOf(dateArg(end))];
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    switch (wholeArg(basis, 0)) {
      case 0:
        return days360(from, to) / 360;
      case 2:
        return (to - from) / 360;
      case 3:
        return (to - from) / 365;
      default:
        throw new Unsupported('a count of days that programs do differently');
    }
  }),
  DAYS360: run(([start, end, method]) => {
    if (isGiven(method)) throw new Unsupported('the European count of days');
    return days360(dayOf(dateArg(start)), dayOf(dateArg(end)));
  }),
};

/** Twelve months of thirty days. The ends of months are where programs differ. */
const days360 = (from: number, to: number): number => {
  const [a, b] = [toDate(from), toDate(to)];
  const isLate = (date: Date) =>
    date.getUTCDate() > 29 || (date.getUTCMonth() === 1 && date.getUTCDate() > 27) || date.getUTCDate() === 29;
  if (isLate(a) || isLate(b)) throw new Unsupported('30/360 at the end of a month');
  return (
    (b.getUTCFullYear() - a.getUTCFullYear()) * 360 +
    (b.getUTCMonth() - a.getUTCMonth()) * 30 +
    b.getUTCDate() -
    a.getUTCDate()
  );
};

export const DATE_NAMES: ReadonlySet<string> = new Set([...Object.keys(dateFunctions), 'TEXT', 'VALUE']);

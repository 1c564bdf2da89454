import { guarded, numberArg, pass } from './arguments.ts';
import type { Argument } from './evaluate.ts';
import type { Run } from './functions.ts';
import { NUM, type Scalar } from './values.ts';

const DAY_MS = 86_400_000;

/** These functions count days from 1900; books that count from 1904 are left to the program that opens them. */
const run = (work: (args: readonly Argument[]) => Scalar): Run => guarded(work);

// The 1900 system has a day that never was: serials up to 60 are one day nearer to the epoch.
const toDate = (serial: number): Date => {
  const day = Math.floor(serial);
  if (day < 0 || day > 2_958_465) return pass(NUM);
  return new Date(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * DAY_MS);
};

const toSerial = (year: number, month: number, day: number): number => {
  const full = year < 1900 ? year + 1900 : year;
  const days = Math.round((Date.UTC(full, month - 1, day) - Date.UTC(1899, 11, 30)) / DAY_MS);
  const serial = days <= 60 ? days - 1 : days;
  return serial < 0 || serial > 2_958_465 ? pass(NUM) : serial;
};

const monthsOn = (serial: number, months: number, lastDay: boolean): number => {
  const date = toDate(serial);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + Math.trunc(months)];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return toSerial(year, month + 1, lastDay ? last : Math.min(date.getUTCDate(), last));
};

export const dateFunctions: Readonly<Record<string, Run>> = {
  DATE: run(([year, month, day]) =>
    toSerial(Math.trunc(numberArg(year)), Math.trunc(numberArg(month)), Math.trunc(numberArg(day))),
  ),
  YEAR: run(([serial]) => toDate(numberArg(serial)).getUTCFullYear()),
  MONTH: run(([serial]) => toDate(numberArg(serial)).getUTCMonth() + 1),
  DAY: run(([serial]) => toDate(numberArg(serial)).getUTCDate()),
  EDATE: run(([serial, months]) => monthsOn(numberArg(serial), numberArg(months), false)),
  EOMONTH: run(([serial, months]) => monthsOn(numberArg(serial), numberArg(months), true)),
  DAYS: run(([end, start]) => Math.floor(numberArg(end)) - Math.floor(numberArg(start))),
};

export const DATE_NAMES: ReadonlySet<string> = new Set(Object.keys(dateFunctions));

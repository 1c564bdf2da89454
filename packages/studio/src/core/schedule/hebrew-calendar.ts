/**
 * Israel's days off, from the arithmetic of the Hebrew calendar (E. M. Reingold and N. Dershowitz, Calendrical
 * Calculations): no table runs out, and no platform's calendar data is asked.
 */

/** Days since 1970-01-01. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
export const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
/** 0 is Sunday. */
export const weekDay = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** The day on which the Hebrew calendar counts its first, in days since 1970-01-01. */
const epoch = -1_373_427 - 719_163;

const elapsedDays = (year: number): number => {
  const months = Math.floor((235 * year - 234) / 19);
  const parts = 12_084 + 13_753 * months;
  const day = 29 * months + Math.floor(parts / 25_920);
  return (3 * (day + 1)) % 7 < 3 ? day + 1 : day;
};

/** 1 Tishri of a Hebrew year. */
const newYear = (year: number): number => {
  const [before, now, after] = [elapsedDays(year - 1), elapsedDays(year), elapsedDays(year + 1)];
  const delay = after - now === 356 ? 2 : now - before === 382 ? 1 : 0;
  return epoch + now + delay;
};

/** Independence Day is moved so that neither it nor the day before touches Shabbat. */
const independenceDay = (fifthOfIyar: number): number => {
  const day = weekDay(fifthOfIyar);
  if (day === 5) return fifthOfIyar - 1;
  if (day === 6) return fifthOfIyar - 2;
  return day === 1 ? fifthOfIyar + 1 : fifthOfIyar;
};

/** The days off of one Hebrew year, as day numbers. Nisan to Elul is always 177 days long. */
const holidaysOf = (year: number): readonly number[] => {
  const [tishri, next] = [newYear(year), newYear(year + 1)];
  const nisan = next - 177;
  return [
    tishri, // Rosh Hashana
    tishri + 1,
    tishri + 9, // Yom Kippur
    tishri + 14, // Sukkot
    tishri + 21, // Simchat Torah
    nisan + 14, // Passover
    nisan + 20,
    independenceDay(nisan + 34),
    nisan + 64, // Shavuot
  ];
};

const byYear = new Map<number, ReadonlySet<number>>();

/** Whether a day is off in Israel. Years are kept once computed. */
export const isIsraeliHoliday = (day: number): boolean => {
  const year = new Date(day * 86_400_000).getUTCFullYear();
  let days = byYear.get(year);
  if (!days) {
    // A civil year reaches into two Hebrew ones.
    days = new Set([...holidaysOf(year + 3_760), ...holidaysOf(year + 3_761)]);
    byYear.set(year, days);
  }
  return days.has(day);
};

import type { Project } from '../domain/entities.ts';
import { dayNumber, dayText, isIsraeliHoliday, weekDay } from './hebrew-calendar.ts';

export const minutesPerDay = 480;

export type WorkCalendar = {
  readonly isWorkDay: (day: number) => boolean;
  /** The day itself when it is worked on, else the next that is. */
  readonly onOrAfter: (day: number) => number;
  readonly before: (day: number) => number;
};

type Week = Pick<Project, 'workWeek' | 'holidays' | 'nationalHolidays'>;

export const workCalendar = ({ workWeek, holidays, nationalHolidays }: Week): WorkCalendar => {
  const week = new Set(workWeek);
  const own = new Set(holidays.map(dayNumber));
  const isWorkDay = (day: number): boolean =>
    week.has(weekDay(day)) && !own.has(day) && !(nationalHolidays === 'IL' && isIsraeliHoliday(day));
  const walk = (from: number, step: 1 | -1): number => {
    let day = from;
    // A year without a working day is a calendar somebody filled by mistake: then every day counts.
    for (let tries = 0; tries < 400; tries += 1, day += step) if (isWorkDay(day)) return day;
    return from;
  };
  return { isWorkDay, onOrAfter: (day) => walk(day, 1), before: (day) => walk(day - 1, -1) };
};

/** The given day, or the next one that is worked on. */
export const nextWorkDay = (date: string, week: Week): string => dayText(workCalendar(week).onOrAfter(dayNumber(date)));

import type { TimeUnit } from './ask.ts';
import { bareForms } from './words.ts';

const unitWords: Readonly<Record<string, TimeUnit>> = {
  month: 'month',
  months: 'month',
  monthly: 'month',
  חודש: 'month',
  חודשים: 'month',
  חודשי: 'month',
  week: 'week',
  weeks: 'week',
  weekly: 'week',
  שבוע: 'week',
  quarter: 'quarter',
  quarters: 'quarter',
  quarterly: 'quarter',
  רבעון: 'quarter',
  year: 'year',
  years: 'year',
  yearly: 'year',
  שנה: 'year',
  שנים: 'year',
  day: 'day',
  days: 'day',
  daily: 'day',
  date: 'day',
  יום: 'day',
  תאריך: 'day',
};
/** "A year" of a column of yearly amounts names that column. */
export const periodic: Readonly<Partial<Record<TimeUnit | 'hour', RegExp>>> = {
  year: /annual|yearly|per year|a year|per annum|שנתי|לשנה/iu,
  month: /monthly|per month|a month|חודשי|לחודש/iu,
  week: /weekly|per week|a week|\/ ?(?:week|wk)|שבועי|לשבוע/iu,
  day: /daily|per day|a day|יומי|ליום/iu,
  hour: /hourly|per hour|an hour|\/ ?h(?:our|r)?(?![\p{L}])|שעתי|לשעה/iu,
};
export const unitOf = (word: string): TimeUnit | undefined =>
  unitWords[word] ??
  bareForms(word)
    .map((each) => unitWords[each])
    .find((each) => each !== undefined);

import type { Lang, LText } from '../domain/index.ts';

/** A text in the language asked for, or in the other one. */
export const said = (text: LText | undefined, lang: Lang): string =>
  text?.[lang] ?? text?.[lang === 'he' ? 'en' : 'he'] ?? '';

/** "₪3,760.94". Whole sums have no agorot. */
export const moneyText = (minor: number, currency: string): string => {
  const sign = minor < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(minor) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = Math.abs(minor) % 100;
  const mark = currency === 'ILS' ? '₪' : `${currency} `;
  return `${sign}${mark}${whole}${rest === 0 ? '' : `.${rest.toString().padStart(2, '0')}`}`;
};

/** 2400 → "2.4 מ׳" / "2.4 m". */
export const lengthText = (mm: number, lang: Lang): string => `${mm / 1_000} ${lang === 'he' ? 'מ׳' : 'm'}`;

/** 90 → "1.5 שעות"; below an hour in minutes. */
export const minutesText = (minutes: number, lang: Lang): string => {
  if (minutes < 60) return `${minutes} ${lang === 'he' ? 'דקות' : 'minutes'}`;
  const hours = Math.round(minutes / 6) / 10;
  return `${hours} ${lang === 'he' ? (hours === 1 ? 'שעה' : 'שעות') : hours === 1 ? 'hour' : 'hours'}`;
};

/** 1999 → "19.99%". */
export const percentText = (bps: number): string => `${bps / 100}%`;

/** "2026-06-17" → "17.6.2026". */
export const dateText = (date: string): string => {
  const [year, month, day] = date.split('-');
  return `${Number(day)}.${Number(month)}.${year}`;
};

const counts = {
  tasks: { he: ['משימה אחת', 'משימות'], en: ['1 task', 'tasks'] },
  lines: { he: ['שורת עלות אחת', 'שורות עלות'], en: ['1 cost line', 'cost lines'] },
  elements: { he: ['אלמנט אחד', 'אלמנטים'], en: ['1 element', 'elements'] },
  issues: { he: ['ממצא אחד', 'ממצאים'], en: ['1 finding', 'findings'] },
} as const;

/** "משימה אחת", "3 tasks". */
export const countText = (count: number, of: keyof typeof counts, lang: Lang): string =>
  count === 1 ? counts[of][lang][0] : `${count} ${counts[of][lang][1]}`;

/** Two things with "and" between them; in Hebrew the letter joins a word and takes a dash before a digit. */
export const andText = (first: string, second: string, lang: Lang): string =>
  lang === 'en' ? `${first} and ${second}` : `${first} ו${/^\d/.test(second) ? '-' : ''}${second}`;

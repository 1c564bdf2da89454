import type { LText } from '../domain/primitives.ts';

/** Figures inside sentences. Screens format their own; these go into texts that travel with an issue. */
const signs: Readonly<Record<string, string>> = { ILS: '₪', USD: '$', EUR: '€', GBP: '£' };

const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');

/** ₪1,240 or ₪1,240.50: agorot are shown only when there are any. */
export const moneyText = (minor: number, currency: string): string => {
  const [whole, part] = [Math.floor(Math.abs(minor) / 100), Math.abs(minor) % 100];
  const cents = part === 0 ? '' : `.${String(part).padStart(2, '0')}`;
  return `${minor < 0 ? '−' : ''}${signs[currency] ?? `${currency} `}${grouped(whole)}${cents}`;
};

export const signedMoneyText = (minor: number, currency: string): string =>
  minor > 0 ? `+${moneyText(minor, currency)}` : moneyText(minor, currency);

/** 1,250 bps → 12.5% */
export const percentText = (bps: number): string => `${bps / 100}%`;

/** The text in the wanted language, or in the other one. */
export const textIn = (text: LText | undefined, lang: 'he' | 'en'): string =>
  (lang === 'he' ? (text?.he ?? text?.en) : (text?.en ?? text?.he)) ?? '';

/** A sentence in both languages around a name that may exist in one. */
export const about = (
  name: LText | undefined,
  he: (name: string) => string,
  en: (name: string) => string,
): { he: string; en: string } => ({ he: he(textIn(name, 'he')), en: en(textIn(name, 'en')) });

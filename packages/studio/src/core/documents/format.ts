import type { Lang, LText } from '../domain/primitives.ts';

const symbols: Readonly<Record<string, string>> = { ILS: '₪', USD: '$', EUR: '€', GBP: '£' };
/** Currencies without a hundredth. */
const whole: ReadonlySet<string> = new Set(['JPY', 'KRW', 'CLP', 'ISK', 'VND']);

/** `₪35,610.00`; the sign stands before the symbol. It is read from left to right in any language. */
export const formatMinor = (minor: number | bigint, currency: string): string => {
  const amount = BigInt(minor);
  const size = amount < 0n ? -amount : amount;
  const digits = whole.has(currency)
    ? grouped(size)
    : `${grouped(size / 100n)}.${String(size % 100n).padStart(2, '0')}`;
  return `${amount < 0n ? '-' : ''}${symbols[currency] ?? `${currency} `}${digits}`;
};

const grouped = (size: bigint): string => String(size).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** Thousandths without needless zeros: 1500 is `1.5`. */
export const formatMilli = (milli: number): string => {
  const rest = String(milli % 1_000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${grouped(BigInt(Math.floor(milli / 1_000)))}${rest === '' ? '' : `.${rest}`}`;
};

/** `18%`, `17.5%`. */
export const formatBps = (bps: number): string => `${formatMilli(bps * 10)}%`;

export const formatDay = (date: string, lang: Lang): string => {
  const [year, month, day] = date.split('-');
  return lang === 'he' ? `${day}.${month}.${year}` : `${day}/${month}/${year}`;
};

/** A text in a language, or in the other one when it is missing; `lang` says which it is. */
export type Said = { readonly text: string; readonly lang: Lang };

export const said = (text: LText, lang: Lang): Said => {
  const own = text[lang]?.trim();
  if (own) return { text: own, lang };
  const other = lang === 'he' ? 'en' : 'he';
  return { text: text[other]?.trim() ?? '', lang: text[other]?.trim() ? other : lang };
};

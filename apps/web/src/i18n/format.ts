const localeOf = (language: string): string => (language === 'he' ? 'he-IL' : 'en-GB');

/** Making one takes longer than using it a hundred times, and a long list formats thousands of figures. */
const once = <Options, Made>(make: (locale: string, options?: Options) => Made) => {
  const madeByWish = new Map<string, Made>();
  return (locale: string, options?: Options): Made => {
    const wish = `${locale} ${JSON.stringify(options)}`;
    const made = madeByWish.get(wish) ?? make(locale, options);
    madeByWish.set(wish, made);
    return made;
  };
};
const numbersIn = once<Intl.NumberFormatOptions, Intl.NumberFormat>((...wish) => new Intl.NumberFormat(...wish));
const timesIn = once<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>((...wish) => new Intl.DateTimeFormat(...wish));

export const formatCount = (count: number, language: string): string => numbersIn(localeOf(language)).format(count);

/** 0.124 → "12%". */
export const formatShare = (share: number, language: string): string =>
  numbersIn(localeOf(language), { style: 'percent', maximumFractionDigits: 0 }).format(share);

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** 1 536 → "1.5 kB": decimal units, at most one digit after the point. */
export const formatBytes = (bytes: number, language: string): string => {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const shown = numbersIn(localeOf(language), {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power);
  return language === 'he' ? isolated(shown) : shown;
};

const mebibyte = 1024 ** 2;

/** A limit as it is set, in whole megabytes: “100 MB” is not told as 104.9. */
export const formatSizeLimit = (bytes: number, language: string): string =>
  formatBytes(bytes % mebibyte === 0 ? (bytes / mebibyte) * 1_000_000 : bytes, language);

/** In a direction of its own: “13.9 kB” stays so among Hebrew words, and “5 בייט” reads as they do. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

export const formatMoment = (iso: string, language: string): string =>
  timesIn(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** For lists: the time if it is today, otherwise the day. The exact moment belongs in a title beside it. */
export const formatWhen = (iso: string, language: string, now = new Date()): string =>
  new Date(iso).toDateString() === now.toDateString() ? formatTime(iso, language) : formatDay(iso, language);

export const formatDay = (iso: string, language: string): string =>
  timesIn(localeOf(language), { dateStyle: 'medium' }).format(new Date(iso));

const second = { unit: 'second', ms: 1_000 } as const;
const spans = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** How long something took, in its largest unit: "40 secs", "9 mins", "2.5 hrs". */
export const formatDuration = (ms: number, language: string): string => {
  const { unit, ms: each } = spans.find((span) => ms >= span.ms) ?? second;
  const shown = numbersIn(localeOf(language), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'second' ? 0 : 1,
  }).format(ms / each);
  return language === 'he' ? isolated(shown) : shown;
};

/** 200 000 → "200K": for amounts a person compares, not counts. */
export const formatRound = (count: number, language: string): string =>
  // "1m" would read as a metre or a minute.
  numbersIn(language === 'he' ? 'he-IL' : 'en-US', {
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(count);

/** Millionths of a dollar as money. Under a cent there are more digits: a fraction of a cent is not nothing. */
export const formatMoney = (micros: number, language: string): string => {
  const dollars = micros / 1_000_000;
  const least = dollars > 0 && dollars < 0.0001;
  const shown = numbersIn(localeOf(language), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: dollars > 0 && dollars < 0.1 ? 4 : 2,
  }).format(least ? 0.0001 : dollars);
  return least ? `< ${shown}` : shown;
};

/**
 * An amount in the smallest unit of its currency: 3561000 agorot → “₪35,610.00”, in every language. Hebrew as browsers
 * write it puts the sign behind, and one screen would show both.
 */
export const formatMinor = (minor: number, currency: string): string =>
  numbersIn('en-GB', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(minor / 100);

export const formatNumber = (value: number, language: string, digits = 2): string =>
  numbersIn(localeOf(language), { maximumFractionDigits: digits }).format(value);

/** A day without a time, from `2026-11-16`; no zone can move it to the day before. */
export const formatDate = (day: string, language: string): string =>
  timesIn(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

export const formatTime = (iso: string, language: string): string =>
  timesIn(localeOf(language), { timeStyle: 'short' }).format(new Date(iso));

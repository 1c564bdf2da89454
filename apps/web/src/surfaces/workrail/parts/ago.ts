const steps = [
  { unit: 'second', ms: 1_000, until: 60_000 },
  { unit: 'minute', ms: 60_000, until: 3_600_000 },
  { unit: 'hour', ms: 3_600_000, until: 86_400_000 },
  { unit: 'day', ms: 86_400_000, until: 30 * 86_400_000 },
  { unit: 'month', ms: 30 * 86_400_000, until: 365 * 86_400_000 },
  { unit: 'year', ms: 365 * 86_400_000, until: Number.POSITIVE_INFINITY },
] as const;

/** "3 minutes ago" in the reader's language; the last ten seconds are "now". */
export const agoText = (iso: string, now: number, language: string): string => {
  const passed = Math.max(0, now - Date.parse(iso));
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (passed < 10_000) return words.format(0, 'second');
  const step = steps.find(({ until }) => passed < until);
  return step ? words.format(-Math.floor(passed / step.ms), step.unit) : words.format(0, 'second');
};

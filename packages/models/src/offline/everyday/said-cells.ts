import { isoOf, nearestYear, readAmount, readDay, writeDayLike } from '../reading/said-values.ts';
import { type Head, plain, type Sheet } from './sheets.ts';

export const looksDated = (head: Head, { shown }: Sheet): boolean => {
  const filled = shown.flatMap((row) => row[head.at] ?? []).map(String);
  return filled.length > 0 && filled.filter((cell) => readDay(cell)?.year !== undefined).length > filled.length * 0.8;
};

/** A value as its column writes one. */
export const writtenFor = (
  head: Head,
  said: string,
  sheet: Sheet,
  day: string,
): { readonly value: string | number; readonly isDate?: boolean } | undefined => {
  const bare = said
    .trim()
    .replace(/^["'“”]+|["'“”]+$/gu, '')
    .replace(/^(?:on|by|the) (?=\d|\p{Lu}\p{Ll}{2,} \d)/iu, '');
  const sample = sheet.shown.map((row) => row[head.at] ?? null).find((cell) => cell !== null);
  if (head.kind === 'day' || looksDated(head, sheet)) {
    const relative = relativeDay(bare, day);
    const read = readDay(relative ?? bare);
    if (!read) return undefined;
    const year = read.year ?? nearestYear(read, day);
    if (year === undefined) return undefined;
    const iso = isoOf({ ...read, year });
    if (sheet.table.kind === 'xlsx' && /^\d{4}-\d\d-\d\d$/.test(String(sample ?? '')))
      return { value: iso, isDate: true };
    const written = writeDayLike({ ...read, year }, String(sample ?? iso));
    return written === undefined ? undefined : { value: written };
  }
  if (head.kind === 'number') {
    const figures =
      /^[£$€₪]?\s?\d[\d.,]*(?:\s?[£$€₪])?(?=\s?\p{L}{0,7}\.?$|\s(?:hours?|days?|kg|kilos?|pounds?|units?|each|a \p{L}+|per \p{L}+|ש"?ח|שקל\p{L}*)$)/u.exec(
        bare,
      )?.[0] ?? bare;
    const amount = readAmount(figures.replace(/[€£$₪]$/u, '').trim());
    if (!amount) return undefined;
    if (sheet.document)
      return {
        value:
          /,\d{3}/.test(String(sheet.shown.map((row) => row[head.at]).join(' '))) && amount.value >= 1000
            ? amount.value.toLocaleString('en-GB')
            : amount.value.toFixed(amount.decimals),
      };
    return { value: amount.value };
  }
  if (/^\d{4,}$/.test(bare) && head.kind !== 'text') return undefined;
  // A number among names is no name.
  const cells = sheet.shown.flatMap((row) => row[head.at] ?? []).map(String);
  if (/^\d+(?:[.,]\d+)?$/u.test(bare) && cells.length > 2 && !cells.some((cell) => /^[\d.,\s]+$/u.test(cell)))
    return undefined;
  return { value: head.texts.get(plain(bare))?.written ?? bare };
};
const relativeDay = (said: string, day: string): string | undefined => {
  const by = /^(?:today|today'?s date|todays date|now|היום)$/iu.test(said)
    ? 0
    : /^(?:yesterday|אתמול)$/iu.test(said)
      ? -1
      : /^(?:tomorrow|מחר)$/iu.test(said)
        ? 1
        : undefined;
  return by === undefined
    ? undefined
    : new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
};

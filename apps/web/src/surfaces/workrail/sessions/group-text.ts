import { folderName } from '@atelier/rails/view';

type Words = {
  readonly state: (state: string) => string;
  readonly nowhere: string;
};

const dayMs = 86_400_000;
const upper = (text: string, language: string): string => text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** What stands above the first session of a group: “Today”, “Monday 2 November”, “October 2026”, a state, a folder. */
export const groupText = (group: string, now: number, language: string, words: Words): string => {
  const at = group.indexOf(':');
  const [kind, value] = [group.slice(0, at), group.slice(at + 1)];
  if (kind === 'state') return words.state(value);
  if (kind === 'place') return value === '' ? words.nowhere : folderName(value);
  const [year = 0, month = 1, day = 1] = value.split('-').map(Number);
  const date = new Date(year, month - 1, day);
  const locale = language === 'he' ? 'he-IL' : 'en-GB';
  if (kind === 'month') return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(date);
  const today = new Date(now);
  const days = Math.round(
    (date.getTime() - new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime()) / dayMs,
  );
  if (days === 0 || days === -1)
    return upper(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day'), locale);
  return new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(date);
};

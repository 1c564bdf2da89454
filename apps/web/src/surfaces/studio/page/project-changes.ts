import type { Lang, ProjectView, StudioEventOf } from '@atelier/contracts/studio';
import type { Changes } from '../records/batch-ops.ts';

const dayPaths = ['installStart', 'eventDate', 'strikeEnd'] as const;
const textPaths = ['venue.he', 'venue.en', 'brief.he', 'brief.en'] as const;
type DayPath = (typeof dayPaths)[number];
type TextPath = (typeof textPaths)[number];

/** When and where a project is, and what it is about, as a form holds it. */
export type ProjectForm = Readonly<Record<DayPath, string | null>> & Readonly<Record<TextPath, string>>;

export const projectForm = ({
  installStart,
  eventDate,
  strikeEnd,
  venue,
  brief,
}: ProjectView['project']): ProjectForm => ({
  installStart: installStart ?? null,
  eventDate: eventDate ?? null,
  strikeEnd: strikeEnd ?? null,
  'venue.he': venue?.he ?? '',
  'venue.en': venue?.en ?? '',
  'brief.he': brief?.he ?? '',
  'brief.en': brief?.en ?? '',
});

/** What was changed in the form, by path; what was emptied is cleared. */
export const projectChanges = (was: ProjectForm, now: ProjectForm): Changes => ({
  ...Object.fromEntries(dayPaths.filter((path) => was[path] !== now[path]).map((path) => [path, now[path]])),
  ...Object.fromEntries(
    textPaths
      .filter((path) => was[path].trim() !== now[path].trim())
      .map((path) => [path, now[path].trim() === '' ? null : now[path].trim()]),
  ),
});

/** Install, event and strike in this order; a day that is not known yet is in nobody's way. */
export const areDaysInOrder = (form: ProjectForm): boolean => {
  const days = dayPaths.flatMap((path) => form[path] ?? []);
  return days.every((day, at) => at === 0 || (days[at - 1] ?? '') <= day);
};

/** What the owner of a project says about it. */
export type OwnerForm = Readonly<Record<'name' | 'contact' | 'vatId' | 'quotePrefix', string>> & {
  /** The client's record; none for a name that was typed. */
  readonly clientId: string | null;
  readonly primaryLang: Lang;
};

export const ownerForm = ({ client, quotePrefix, primaryLang }: ProjectView['project']): OwnerForm => ({
  clientId: client.clientId ?? null,
  name: client.name,
  contact: client.contact ?? '',
  vatId: client.vatId ?? '',
  quotePrefix,
  primaryLang,
});

type OwnerChanges = Pick<StudioEventOf<'setProjectSettings'>, 'client' | 'quotePrefix' | 'primaryLang'>;

/** What the owner changed. A client with a record brings its own contact and number, so those of the form are left out. */
export const ownerChanges = (was: OwnerForm, now: OwnerForm): OwnerChanges => {
  const typed = (field: 'contact' | 'vatId') => (now[field].trim() === '' ? {} : { [field]: now[field].trim() });
  const client = {
    name: now.name.trim(),
    ...(now.clientId === null ? { ...typed('contact'), ...typed('vatId') } : { clientId: now.clientId }),
  };
  const isSameClient =
    was.clientId === now.clientId &&
    (now.clientId !== null ||
      (['name', 'contact', 'vatId'] as const).every((field) => was[field] === now[field].trim()));
  return {
    ...(isSameClient ? {} : { client }),
    ...(was.quotePrefix === now.quotePrefix ? {} : { quotePrefix: now.quotePrefix }),
    ...(was.primaryLang === now.primaryLang ? {} : { primaryLang: now.primaryLang }),
  };
};

/** Letters, digits and dashes: a number is typed on the telephone and in file names. */
export const isQuotePrefix = (typed: string): boolean => /^[A-Za-z0-9-]{1,12}$/.test(typed);

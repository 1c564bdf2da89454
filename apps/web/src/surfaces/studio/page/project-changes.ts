import type { ProjectView } from '@atelier/contracts/studio';
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

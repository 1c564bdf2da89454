import type { ProjectCard } from '@atelier/contracts/studio';

export type ProjectShelf = 'current' | 'templates' | 'archived';

export const shelfOf = ({ isArchived, isTemplate }: ProjectCard): ProjectShelf =>
  isArchived ? 'archived' : isTemplate ? 'templates' : 'current';

/** Projects of one shelf whose title or client holds what was typed; the next event first, undated ones last. */
export const matchProjects = (
  cards: readonly ProjectCard[],
  shelf: ProjectShelf,
  query: string,
): readonly ProjectCard[] => {
  const wanted = query.trim().toLowerCase();
  const holds = ({ title, clientName }: ProjectCard): boolean =>
    [title.he, title.en, clientName].some((text) => text?.toLowerCase().includes(wanted));
  return cards
    .filter((card) => shelfOf(card) === shelf && (wanted === '' || holds(card)))
    .toSorted((a, b) => ((a.eventDate ?? '9999') < (b.eventDate ?? '9999') ? -1 : 1));
};

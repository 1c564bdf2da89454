import type { Answers, Project } from '../domain/index.ts';

type Known = Pick<Project, 'eventDate' | 'installStart' | 'strikeEnd' | 'venue' | 'primaryLang'>;

/** What a person saved, over what the project itself says: nobody is asked for a day that is set. */
export const knownAnswers = (project: Known, saved: Answers): Answers => {
  const { eventDate, installStart, strikeEnd, venue, primaryLang } = project;
  const own = [
    ['ide.date', eventDate],
    ['ide.venue', venue?.[primaryLang] ?? venue?.he ?? venue?.en],
    ['pln.install', installStart],
    ['pln.strike', strikeEnd],
  ] as const;
  return {
    ...Object.fromEntries(own.flatMap(([qid, value]) => (value === undefined ? [] : [[qid, value]]))),
    ...saved,
  };
};

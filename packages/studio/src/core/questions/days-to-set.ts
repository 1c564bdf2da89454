import type { Answers, Fact, Lang, Project, SuggestedAction } from '../domain/index.ts';

const days = [
  { qid: 'ide.date', key: 'date', path: 'eventDate', he: 'האירוע', en: 'event' },
  { qid: 'pln.install', key: 'install', path: 'installStart', he: 'ההקמה', en: 'install' },
  { qid: 'pln.strike', key: 'strike', path: 'strikeEnd', he: 'הפירוק', en: 'strike' },
] as const;

type Days = Pick<Project, 'eventDate' | 'installStart' | 'strikeEnd'>;

/**
 * An answer is a fact and moves nothing by itself, but the schedule is counted from the project's own days. For each
 * answered day that is not the project's, one click drafts the change.
 */
export const daysToSet = (project: Days, answers: Answers, lang: Lang): readonly SuggestedAction[] =>
  days.flatMap(({ qid, path, he, en }) => {
    const answered = answers[qid];
    if (typeof answered !== 'string' || answered === project[path]) return [];
    const [year, month, day] = answered.split('-').map(Number);
    const shown = `${day}.${month}.${year}`;
    const said = `${day}/${month}/${year}`;
    const text = lang === 'he' ? `להזיז את ${he} ל-${said}` : `move the ${en} to ${said}`;
    return [
      {
        label: { he: `לקבוע את ${he} ל-${shown}`, en: `Set the ${en} to ${shown}` },
        event: { type: 'chatMessage', text },
      },
    ];
  });

/** The same for answers somebody gave before and saved. A day the project has by now was set by a person: it stays. */
export const daysOfFacts = (project: Days, facts: readonly Fact[], lang: Lang): readonly SuggestedAction[] => {
  const saved = facts.filter(
    ({ status, subject, tombstone }) => status === 'accepted' && subject.kind === 'project' && tombstone === null,
  );
  const answers = days.flatMap(({ qid, key, path }) => {
    const value = project[path] === undefined ? saved.findLast((fact) => fact.key === key)?.value : undefined;
    return value === undefined ? [] : [[qid, value]];
  });
  return daysToSet(project, Object.fromEntries(answers), lang);
};

import type { Answers, Lang, Project, SuggestedAction } from '../domain/index.ts';

const days = [
  { qid: 'ide.date', path: 'eventDate', he: 'האירוע', en: 'event' },
  { qid: 'pln.install', path: 'installStart', he: 'ההקמה', en: 'install' },
  { qid: 'pln.strike', path: 'strikeEnd', he: 'הפירוק', en: 'strike' },
] as const;

/**
 * An answer is a fact and moves nothing by itself, but the schedule is counted from the project's own days. For each
 * answered day that is not the project's, one click drafts the change.
 */
export const daysToSet = (
  project: Pick<Project, 'eventDate' | 'installStart' | 'strikeEnd'>,
  answers: Answers,
  lang: Lang,
): readonly SuggestedAction[] =>
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

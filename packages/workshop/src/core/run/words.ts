import type { Plan } from '../plan/grammar.ts';

export type Language = 'en' | 'he';

/** The language a person wrote in, as far as the product's own words go. */
export const languageOf = (request: string): Language => (/\p{Script=Hebrew}/u.test(request) ? 'he' : 'en');

const words = {
  en: {
    stopped: 'Stopped before the work was complete.',
    done: 'Done',
    left: 'Not done',
    nothing: 'Nothing was changed.',
    goOn: 'Resume goes on with the first step that is not done.',
    again: 'Resume to go on.',
    asIs: 'Nothing was changed. This model cannot call tools, and its proposal could not be used',
    alternative: 'Choose a model that can call tools, or ask for one text file at a time.',
    reasons: 'Why',
  },
  he: {
    stopped: 'העבודה נעצרה לפני שהושלמה.',
    done: 'בוצע',
    left: 'לא בוצע',
    nothing: 'לא השתנה דבר.',
    goOn: 'לחיצה על המשך תמשיך מהצעד הראשון שלא בוצע.',
    again: 'אפשר להמשיך בלחיצה על המשך.',
    asIs: 'לא השתנה דבר. המודל הזה אינו יכול להפעיל כלים, ואי אפשר היה להשתמש בהצעה שלו',
    alternative: 'אפשר לבחור מודל שיודע להפעיל כלים, או לבקש קובץ טקסט אחד בכל פעם.',
    reasons: 'הסיבה',
  },
} as const;

/** What stands under a question whose run was stopped: which steps were done and which were not. */
export const canceledText = (request: string, plan: Plan | null): string => {
  const say = words[languageOf(request)];
  const list = (heading: string, labels: readonly string[]): readonly string[] =>
    labels.length === 0 ? [] : [`${heading}:\n${labels.map((label) => `- ${label}`).join('\n')}`];
  const items = plan?.items ?? [];
  const done = items.filter(({ mark }) => mark === 'done').map(({ label }) => label);
  const left = items.filter(({ mark }) => mark !== 'done').map(({ label }) => label);
  return [
    say.stopped,
    ...(done.length === 0 ? [say.nothing] : list(say.done, done)),
    ...list(say.left, left),
    items.length === 0 ? say.again : say.goOn,
  ].join('\n\n');
};

/** The answer to a request whose changes could not be proposed in a usable form. */
export const proposalFailedText = (request: string, reason: string): string => {
  const say = words[languageOf(request)];
  return `${say.asIs}.\n\n${say.reasons}: ${reason}\n\n${say.alternative}`;
};

import type { Lang, SuggestedAction } from '../domain/index.ts';
import { slashOf } from './commands.ts';
import type { Route } from './lexicon.ts';

const labels: Readonly<Record<Route, { readonly he: string; readonly en: string }>> = {
  IDE: { he: 'רעיונות בנושא הזה', en: 'Ideas about this' },
  PLN: { he: 'להכין תוכנית ותמחור', en: 'Plan and price it' },
  SOL: { he: 'לפרק לשלבי בנייה', en: 'Break it into build steps' },
  CHG: { he: 'לשנות משהו', en: 'Change something' },
  CRT: { he: 'לבדוק את התוכנית', en: 'Check the plan' },
  QA: { he: 'לענות מתוך הפרויקט', en: 'Answer from the project' },
  QST: { he: 'לעבור לשאלות מובנות', en: 'Go to structured questions' },
};

/** One click each: the same message again, with the command that says where it goes. */
export const didYouMean = (top: readonly Route[], text: string, lang: Lang): readonly SuggestedAction[] =>
  top.slice(0, 3).map((route) => ({
    label: labels[route],
    event: { type: 'chatMessage', text: `${slashOf[route][lang]} ${text}`.trim().slice(0, 8_000) },
  }));

import type { ChatTask } from '../core/task.ts';
import { THEN } from './parts.ts';
import { inLanguage, OfflineRefusal, type Plan } from './plan.ts';
import { planFor, type Trial, tryParts } from './plan-for.ts';
import { type Language, languageOf } from './request-text.ts';
import type { OfflineRule } from './rule.ts';

/** What Research leaves for Plan, in a line of its own: everything after it is a step to take. */
const stepsHeading = { en: '## Steps', he: '## צעדים' } as const;
const analysisOnly = '<!-- analysis_only -->';

type Refused = (refusal: OfflineRefusal) => { readonly text: string };

/** Plays one phase of an agent turn. Nothing but the task crosses phases, so each says in words what the next one needs. */
export const phasePlan = (task: ChatTask, full: string, rules: readonly OfflineRule[], refused: Refused): Plan => {
  const language = languageOf(task.request);
  switch (task.phase) {
    case 'ask':
      return planFor(full, rules);
    case 'research':
      return research(full, rules, language, refused);
    case 'plan':
      return said(planText(task, language));
    case 'implement':
      return planFor(task.item?.label ?? full, rules);
    case 'summary':
      return said(summaryText(task, language));
  }
};

// biome-ignore lint/correctness/useYield: a plan that has nothing to look up.
function* said(text: string): Plan {
  return text;
}

/** Plays the plan up to each first write: what was found, and the steps that are left to take. */
function* research(request: string, rules: readonly OfflineRule[], language: Language, refused: Refused): Plan {
  let trials: readonly Trial[];
  try {
    trials = yield* tryParts(request, rules);
  } catch (refusal) {
    // Why it can't be done is what this turn has to say; the phases after it hand it on.
    if (!(refusal instanceof OfflineRefusal)) throw refusal;
    return refused(refusal).text;
  }
  const steps: string[][] = [];
  const answers: string[] = [];
  for (const { part, tried } of trials) {
    if ('write' in tried) steps.push([part]);
    else if (steps.length > 0) steps.at(-1)?.push(part);
    else if ('answer' in tried) answers.push(tried.answer);
  }
  const lines = steps.map((parts, at) => `${at + 1}. ${parts.join(inLanguage(language, THEN)).replace(/\s+/g, ' ')}`);
  return [
    ...answers,
    ...(lines.length === 0 ? [] : [`${inLanguage(language, stepsHeading)}\n\n${lines.join('\n')}`]),
  ].join('\n\n');
}

const stepsIn = (research: string): readonly string[] => {
  const at = [stepsHeading.en, stepsHeading.he].map((each) => research.indexOf(each)).find((index) => index >= 0);
  if (at === undefined) return [];
  return research
    .slice(at)
    .split('\n')
    .flatMap((line) => /^\d+\. (.+)$/.exec(line)?.[1] ?? []);
};

/** One item for each write, or the mark that there is nothing to write. */
const planText = ({ request, research = '' }: ChatTask, language: Language): string => {
  const steps = stepsIn(research);
  const head = ['# Execution Plan', '', '## Task', '', request.replace(/\s+/g, ' ').trim(), '', '## Items', ''];
  if (steps.length === 0) return [...head, analysisOnly].join('\n');
  return [
    ...head,
    ...steps.map((step, at) => `- [ ] ${at + 1}. ${step}`),
    '',
    '## Notes',
    '',
    inLanguage(language, byRules),
  ].join('\n');
};
const byRules = {
  en: 'Made by the built-in model (rules, no AI).',
  he: 'נכתב בידי המודל המובנה (כללים, ללא בינה מלאכותית).',
};

/** States what is recorded: what each item came to, or what Research found. */
const summaryText = ({ research = '', results = [] }: ChatTask, language: Language): string => {
  const found = research.split(stepsHeading[language])[0]?.trim() ?? '';
  const [failed, nothing] = language === 'he' ? ['לא בוצע', 'לא נעשה דבר.'] : ["Couldn't do", 'Nothing was done.'];
  const lines = results.map(({ item, outcome, text }) =>
    outcome === 'done' ? text : `${failed}: ${item.label}. ${text}`,
  );
  return [found, ...lines].filter((line) => line !== '').join('\n\n') || nothing;
};

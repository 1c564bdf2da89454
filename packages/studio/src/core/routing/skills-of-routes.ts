import type { Route } from './lexicon.ts';
import type { Stage } from './score.ts';

/** The skill that is run when nothing else was said. */
export const stageDefault: Readonly<Record<Stage, Route>> = { ideation: 'IDE', planning: 'PLN', solutioning: 'SOL' };

const skills: Readonly<Record<Exclude<Route, 'QST'>, string>> = {
  IDE: 'ideation.ideas',
  PLN: 'planning.quotePlan',
  SOL: 'solutioning.decompose',
  CHG: 'change.request',
  CRT: 'plan.critic',
  QA: 'project.qa',
};

export const skillOfRoute = (route: Route, stage: Stage): string =>
  route === 'QST' ? `${stage}.questions` : skills[route];

export const routeOfSkill = (skillId: string): Route | undefined => {
  if (skillId.endsWith('.questions')) return 'QST';
  return (Object.keys(skills) as (keyof typeof skills)[]).find((route) => skills[route] === skillId);
};

/** Routes that belong to one stage take the turn there; the others stay where the project is. */
export const stageOfRoute = (route: Route, otherwise: Stage): Stage =>
  route === 'IDE' ? 'ideation' : route === 'PLN' ? 'planning' : route === 'SOL' ? 'solutioning' : otherwise;

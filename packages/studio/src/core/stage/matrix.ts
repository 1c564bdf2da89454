import type { Entity } from '../domain/entities.ts';
import type { PatchOp } from '../domain/patch.ts';
import type { LText, ProjectStage } from '../domain/primitives.ts';
import { both } from '../words/issue.ts';

export const gates = [
  'elements',
  'knowledge',
  'project',
  'tasks',
  'sections',
  'costLines',
  'quotes',
  'atomicTasks',
  'checklists',
  'build',
  'skillsAnytime',
  'skillsPlanning',
  'skillsSolutioning',
] as const;
export type Gate = (typeof gates)[number];

export type GateRow = {
  /** What the row is about, in words for people. */
  readonly what: { readonly he: string; readonly en: string };
  readonly ideation: boolean;
  readonly planning: boolean;
  readonly solutioning: boolean;
  /** Skills the row covers; `ideation.*` is all of them. */
  readonly skills?: readonly string[];
};

const always = { ideation: true, planning: true, solutioning: true };
const fromPlanning = { ideation: false, planning: true, solutioning: true };
const fromSolutioning = { ideation: false, planning: false, solutioning: true };

/** Which changes and skills each project stage lets in. The only place where this is written. */
export const stageMatrix: Readonly<Record<Gate, GateRow>> = {
  elements: {
    what: both('אלמנטים: יצירה, שינוי, הסרה ושחזור', 'elements: create, change, remove, restore'),
    ...always,
  },
  knowledge: { what: both('עובדות, סיכונים והחלטות', 'facts, risks and decisions'), ...always },
  project: { what: both('פרטי הפרויקט', 'project details'), ...always },
  tasks: { what: both('משימות ואבני דרך, כולל רכש', 'tasks and milestones, purchase included'), ...fromPlanning },
  sections: { what: both('חלקי התוכנית', 'sections'), ...fromPlanning },
  costLines: { what: both('שורות עלות', 'cost lines'), ...fromPlanning },
  quotes: { what: both('הפקת הצעות מחיר', 'issuing quotes'), ...fromPlanning },
  atomicTasks: { what: both('משימות אטומיות', 'atomic tasks'), ...fromSolutioning },
  checklists: { what: both('רשימות ביצוע במשימות', 'task checklists'), ...fromSolutioning },
  build: { what: both('פרטי בנייה של אלמנט', "an element's build details"), ...fromSolutioning },
  skillsAnytime: {
    what: both('רעיונות, שינויים, שאלות על הפרויקט וביקורת', 'ideas, changes, questions about the project, critique'),
    ...always,
    skills: ['ideation.*', 'change.request', 'project.qa', 'plan.critic', 'studio.router', 'draft.judge'],
  },
  skillsPlanning: {
    what: both('תכנון ותמחור', 'planning and pricing'),
    ...fromPlanning,
    skills: ['planning.quotePlan', 'planning.questions'],
  },
  skillsSolutioning: {
    what: both('פירוק לבנייה', 'decomposing for building'),
    ...fromSolutioning,
    skills: ['solutioning.decompose', 'solutioning.questions'],
  },
};

export const stageNames: Readonly<Record<ProjectStage, { readonly he: string; readonly en: string }>> = {
  ideation: both('רעיון', 'ideation'),
  planning: both('תכנון', 'planning'),
  solutioning: both('פתרון', 'solutioning'),
};

export const isOpenAt = (gate: Gate, stage: ProjectStage): boolean => stageMatrix[gate][stage];

/** The first stage that lets it in. */
export const firstStageOf = (gate: Gate): ProjectStage => {
  const row = stageMatrix[gate];
  return row.ideation ? 'ideation' : row.planning ? 'planning' : 'solutioning';
};

/** Every gate an op goes through. `before` is what it changes, when that exists. */
export const gatesOf = (op: PatchOp, before?: Entity): readonly Gate[] => {
  const given = op.op === 'create' ? op.fields : op.op === 'set' ? op.changes : {};
  switch (op.entity) {
    case 'element':
      return Object.keys(given).some((path) => path.startsWith('build.')) ? ['elements', 'build'] : ['elements'];
    case 'task': {
      const granularity = given.granularity ?? (before as { granularity?: string } | undefined)?.granularity;
      const atomic: readonly Gate[] = granularity === 'atomic' ? ['atomicTasks'] : [];
      return ['tasks', ...atomic, ...('checklist' in given ? (['checklists'] as const) : [])];
    }
    case 'materialLine':
    case 'workLine':
      return ['costLines'];
    case 'section':
      return ['sections'];
    case 'fact':
    case 'risk':
    case 'decision':
      return ['knowledge'];
    case 'project':
      return ['project'];
  }
};

/** The gate of a skill; one that no row names may run at any time. */
export const gateOfSkill = (skillId: string): Gate =>
  gates.find((gate) =>
    stageMatrix[gate].skills?.some((each) =>
      each.endsWith('.*') ? skillId.startsWith(each.slice(0, -1)) : each === skillId,
    ),
  ) ?? 'skillsAnytime';

export const skillMayRun = (skillId: string, stage: ProjectStage): boolean => isOpenAt(gateOfSkill(skillId), stage);

/** "Cost lines open at planning": what is closed, and when it opens. */
export const gatedText = (gate: Gate): LText => {
  const { what } = stageMatrix[gate];
  const stage = stageNames[firstStageOf(gate)];
  return both(`${what.he}: נפתח בשלב ${stage.he}.`, `${capital(what.en)} open at ${stage.en}.`);
};

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

import { canonicalText, type Sha256 } from '@atelier/kernel/core';
import { z } from 'zod';
import type { Budgets, ContextRules, Need } from '../context/load.ts';
import type { ProjectStage } from '../domain/index.ts';
import { changeRequest } from '../offline/change-request.ts';
import { planCritic } from '../offline/critic.ts';
import { decompose } from '../offline/decompose.ts';
import { ideas } from '../offline/ideas.ts';
import { projectQa } from '../offline/qa.ts';
import { questionsSkill } from '../offline/questions.ts';
import { quotePlan } from '../offline/quote-plan.ts';
import {
  CriticAnswer,
  DraftingAnswer,
  IdeasAnswer,
  JudgeAnswer,
  QaAnswer,
  QuestionsAnswer,
  RouterAnswerShape,
  SkillInput,
} from './model-schemas.ts';
import type { SkillOutput } from './output.ts';
import { defaultPrompts } from './prompts.ts';
import type { SkillTurn, SkillWorld } from './world.ts';

export type RenderKind = 'chat' | 'questions' | 'draft_changes';

export type Skill = ContextRules & {
  /** For ever: it never carries a version. */
  readonly skillId: string;
  /** A break of the schema is major, a new meaning minor, wording a patch. */
  readonly version: string;
  readonly stage: ProjectStage | 'any';
  readonly channel: 'questions' | 'chat' | 'none';
  readonly minProjectStage: ProjectStage;
  readonly inputSchema: z.ZodType;
  readonly outputSchema: z.ZodType;
  readonly maxOps: number;
  readonly renderKinds: readonly RenderKind[];
  readonly allowedTools: readonly string[];
  readonly defaultPrompt: { readonly he: string; readonly en: string };
  readonly tier: 'router' | 'skill' | 'judge';
  /** May change the project, so it needs to know what it is about. */
  readonly isMutating: boolean;
  /** What it does without a model. The router and the judge do nothing then. */
  readonly offline?: (world: SkillWorld, turn: SkillTurn) => SkillOutput;
};

const idShape = /^[a-z]+\.[a-zA-Z]+$/;
const versionShape = /^\d+\.\d+\.\d+$/;

const defineSkill = (skill: Omit<Skill, 'inputSchema' | 'defaultPrompt'>): Skill => {
  const defaultPrompt = defaultPrompts[skill.skillId];
  if (!idShape.test(skill.skillId) || !versionShape.test(skill.version) || !defaultPrompt)
    throw new Error(`${skill.skillId} ${skill.version} is not a skill's id, version or has no prompt`);
  return { ...skill, inputSchema: SkillInput, defaultPrompt };
};

const budgets = (
  elements: number,
  tasks: number,
  lines: number,
  chunks: number,
  messages: number,
  tokensIn: number,
  tokensOut: number,
): Budgets => ({
  maxElements: elements,
  maxTasks: tasks,
  maxLines: lines,
  maxKnowledgeChunks: chunks,
  maxMessages: messages,
  tokensIn,
  tokensOut,
});
const needs = (list: string): readonly Need[] => list.split(' ').filter(Boolean) as Need[];
const readTools = ['resolveElement', 'priceLookup', 'recipe', 'searchKnowledge'] as const;

const questions = (stage: ProjectStage): Skill =>
  defineSkill({
    skillId: `${stage}.questions`,
    version: '1.0.0',
    stage,
    channel: 'questions',
    minProjectStage: stage,
    outputSchema: QuestionsAnswer,
    contextNeeds: needs('E F K M'),
    budgets: budgets(8, 0, 0, 4, 12, 6_000, 2_000),
    overBudget: 'summarise',
    unscoped: 'search',
    maxOps: 0,
    renderKinds: ['questions', 'chat'],
    allowedTools: ['searchKnowledge'],
    tier: 'skill',
    isMutating: false,
    offline: questionsSkill(stage),
  });

export const skills: readonly Skill[] = [
  defineSkill({
    skillId: 'studio.router',
    version: '1.0.0',
    stage: 'any',
    channel: 'none',
    minProjectStage: 'ideation',
    outputSchema: RouterAnswerShape,
    contextNeeds: [],
    budgets: budgets(0, 0, 0, 0, 2, 600, 200),
    overBudget: 'summarise',
    unscoped: 'search',
    maxOps: 0,
    renderKinds: [],
    allowedTools: [],
    tier: 'router',
    isMutating: false,
  }),
  questions('ideation'),
  questions('planning'),
  questions('solutioning'),
  defineSkill({
    skillId: 'ideation.ideas',
    version: '1.0.0',
    stage: 'ideation',
    channel: 'chat',
    minProjectStage: 'ideation',
    outputSchema: IdeasAnswer,
    contextNeeds: needs('E F K M'),
    budgets: budgets(8, 0, 0, 4, 12, 6_000, 2_000),
    overBudget: 'summarise',
    unscoped: 'search',
    maxOps: 0,
    renderKinds: ['chat'],
    allowedTools: ['searchKnowledge', 'recipe'],
    tier: 'skill',
    isMutating: false,
    offline: ideas,
  }),
  defineSkill({
    skillId: 'planning.quotePlan',
    version: '1.0.0',
    stage: 'planning',
    channel: 'chat',
    minProjectStage: 'planning',
    outputSchema: DraftingAnswer,
    contextNeeds: needs('E S T L D F'),
    budgets: budgets(12, 120, 150, 4, 8, 14_000, 6_000),
    overBudget: 'needsScope',
    unscoped: 'all',
    maxOps: 120,
    renderKinds: ['draft_changes', 'chat'],
    allowedTools: readTools,
    tier: 'skill',
    isMutating: true,
    offline: quotePlan,
  }),
  defineSkill({
    skillId: 'solutioning.decompose',
    version: '1.0.0',
    stage: 'solutioning',
    channel: 'chat',
    minProjectStage: 'solutioning',
    outputSchema: DraftingAnswer,
    contextNeeds: needs('E S T D F K'),
    budgets: budgets(3, 60, 60, 4, 6, 10_000, 6_000),
    overBudget: 'needsScope',
    unscoped: 'all',
    maxOps: 150,
    renderKinds: ['draft_changes', 'chat'],
    allowedTools: readTools,
    tier: 'skill',
    isMutating: true,
    offline: decompose,
  }),
  defineSkill({
    skillId: 'change.request',
    version: '1.0.0',
    stage: 'any',
    channel: 'chat',
    minProjectStage: 'ideation',
    outputSchema: DraftingAnswer,
    contextNeeds: needs('E S T L D F M'),
    budgets: budgets(5, 120, 120, 2, 10, 10_000, 4_000),
    overBudget: 'needsScope',
    unscoped: 'search',
    maxOps: 40,
    renderKinds: ['draft_changes', 'chat'],
    allowedTools: readTools,
    tier: 'skill',
    isMutating: true,
    offline: changeRequest,
  }),
  defineSkill({
    skillId: 'plan.critic',
    version: '1.0.0',
    stage: 'any',
    channel: 'chat',
    minProjectStage: 'ideation',
    outputSchema: CriticAnswer,
    contextNeeds: needs('E S T L D R'),
    budgets: budgets(30, 200, 200, 0, 4, 14_000, 3_000),
    overBudget: 'summarise',
    unscoped: 'all',
    maxOps: 40,
    renderKinds: ['chat'],
    allowedTools: readTools,
    tier: 'skill',
    isMutating: false,
    offline: planCritic,
  }),
  defineSkill({
    skillId: 'project.qa',
    version: '1.0.0',
    stage: 'any',
    channel: 'chat',
    minProjectStage: 'ideation',
    outputSchema: QaAnswer,
    contextNeeds: needs('E S T L D F R K M'),
    budgets: budgets(10, 120, 120, 4, 10, 8_000, 1_500),
    overBudget: 'summarise',
    unscoped: 'search',
    maxOps: 0,
    renderKinds: ['chat'],
    allowedTools: readTools,
    tier: 'skill',
    isMutating: false,
    offline: projectQa,
  }),
  defineSkill({
    skillId: 'draft.judge',
    version: '1.0.0',
    stage: 'any',
    channel: 'none',
    minProjectStage: 'ideation',
    outputSchema: JudgeAnswer,
    contextNeeds: needs('E D'),
    budgets: budgets(12, 0, 0, 0, 2, 8_000, 600),
    overBudget: 'summarise',
    unscoped: 'search',
    maxOps: 0,
    renderKinds: [],
    allowedTools: [],
    tier: 'judge',
    isMutating: false,
  }),
];

export const skillById: ReadonlyMap<string, Skill> = new Map(skills.map((skill) => [skill.skillId, skill]));

export type SkillHashes = { readonly schemaHash: string; readonly promptHash: string };

/** What an override and a record of a run are held against. */
export const hashesOf = (skill: Skill, sha256: Sha256): SkillHashes => {
  const schema = canonicalText({ in: z.toJSONSchema(skill.inputSchema), out: z.toJSONSchema(skill.outputSchema) });
  const prompt = canonicalText(skill.defaultPrompt);
  if (!schema.ok || !prompt.ok) throw new Error(`${skill.skillId} has a schema or prompt that is not JSON`);
  return { schemaHash: sha256(schema.value), promptHash: sha256(prompt.value) };
};

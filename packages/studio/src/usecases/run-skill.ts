import type { Issue, SuggestedAction } from '@atelier/contracts/studio';
import type { Json } from '@atelier/kernel/core';
import type { ProjectState, SessionState } from '../core/fold/state.ts';
import { changeRequest } from '../core/offline/change-request.ts';
import { decompose } from '../core/offline/decompose.ts';
import { ideas } from '../core/offline/ideas.ts';
import { questionsSkill } from '../core/offline/questions.ts';
import { quotePlan } from '../core/offline/quote-plan.ts';
import type { SkillOutput } from '../core/skills/output.ts';
import type { SkillTurn, SkillWorld } from '../core/skills/world.ts';
import type { WorkspaceState } from '../core/workspace/workspace.ts';
import type { StudioPorts } from '../ports/index.ts';

export type SkillAsked = {
  readonly state: ProjectState;
  readonly session: SessionState;
  readonly world: SkillWorld;
  readonly turn: SkillTurn;
  readonly skillId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
};

export type SkillRan = {
  readonly output: SkillOutput;
  readonly maxOps: number;
  readonly run: Json;
  readonly contextStats: Json;
  readonly warnings: readonly Issue[];
  readonly chips: readonly SuggestedAction[];
  readonly judge?: Json;
  readonly blockedReasons?: readonly { he: string; en: string }[];
};

const rules: Readonly<Record<string, (world: SkillWorld, turn: SkillTurn) => SkillOutput>> = {
  'ideation.ideas': ideas,
  'ideation.questions': questionsSkill('ideation'),
  'planning.questions': questionsSkill('planning'),
  'solutioning.questions': questionsSkill('solutioning'),
  'planning.quotePlan': quotePlan,
  'solutioning.decompose': decompose,
  'change.request': changeRequest,
};

export const runSkill = async (
  _ports: StudioPorts,
  _workspace: WorkspaceState,
  { world, turn, skillId }: SkillAsked,
): Promise<SkillRan> => {
  const offline = rules[skillId];
  if (!offline) throw new Error(`no skill ${skillId}`);
  return {
    output: offline(world, turn),
    maxOps: 150,
    run: { skillId, provider: 'builtin' },
    contextStats: null,
    warnings: [],
    chips: [],
  };
};

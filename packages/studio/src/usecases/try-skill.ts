import type { SkillTrial } from '@atelier/contracts/studio';
import { err, ok, type Result } from '@atelier/kernel/core';
import { z } from 'zod';
import type { TurnFacts } from '../core/decide/facts.ts';
import { openIdeationQuestions } from '../core/decide/session.ts';
import { proposeDraft } from '../core/decide/skill-turn.ts';
import { diffOf } from '../core/draft/diff.ts';
import { projectOf } from '../core/fold/records.ts';
import type { ProjectState } from '../core/fold/state.ts';
import { languageOf } from '../core/language/language-of.ts';
import { askForScope } from '../core/scope/needs-scope.ts';
import { scopeOf } from '../core/scope/scope.ts';
import { chat, type SkillOutput } from '../core/skills/output.ts';
import { overrideSkill } from '../core/skills/overrides.ts';
import { skillById } from '../core/skills/registry.ts';
import { scopeElements, worldOf } from '../core/skills/world.ts';
import type { StudioPorts } from '../ports/index.ts';
import { openProject, type TurnRefused } from './admit.ts';
import { mutating } from './on-skill.ts';
import { runSkill } from './run-skill.ts';
import type { StudioCaller } from './turn-caller.ts';
import { dayIn, workspaceNow } from './workspace-now.ts';

export type SkillTried = {
  readonly projectId: string;
  readonly skillId: string;
  readonly text: string;
  /** A wording nobody has saved yet; without it the skill runs as it is set. */
  readonly promptOverride?: string | undefined;
};

/** Runs a skill on a project as it stands, without anybody's open draft, and records nothing there. */
export const createSkillTrials =
  (ports: StudioPorts) =>
  async (
    { projectId, skillId, text, promptOverride }: SkillTried,
    caller: StudioCaller,
    signal: AbortSignal,
  ): Promise<Result<SkillTrial, TurnRefused | { readonly code: 'SKILL_NOT_FOUND' }>> => {
    if (!skillById.get(skillId)?.offline) return err({ code: 'SKILL_NOT_FOUND' });
    const opened = await openProject(ports, projectId, caller);
    if (!opened.ok) return opened;
    const { state, role } = opened.value;
    const project = projectOf(state.records);
    const workspace = await workspaceNow(ports);
    const priceList = workspace.priceLists.at(-1);
    const overrides = new Map(workspace.overrides);
    if (promptOverride !== undefined) {
      const { model, tools } = overrides.get(skillId) ?? {};
      const own = promptOverride.trim() === '' ? {} : { promptOverride };
      const tried = overrideSkill(skillId, { ...own, ...(model && { model }), ...(tools && { tools }) }, ports.sha256);
      if (tried.ok) overrides.set(skillId, tried.value);
    }
    const world = worldOf(state, undefined, priceList ?? null);
    const now = ports.now().toISOString();
    const turn = {
      turnId: `trn_${ports.sha256(`try/${caller.userId}/${now}/${ports.random()}`).slice(0, 26)}`,
      text,
      lang: languageOf(text, project.primaryLang),
      today: dayIn(project.timeZone, now),
      scope: scopeOf(text, { elements: scopeElements(world), selectedIds: [], lastTouchedIds: [], lastScopeIds: [] }),
      answers: { saved: {}, draft: {}, pending: {}, skippedQids: [], generated: [] },
    };
    const startedAt = ports.now().getTime();
    const ran = await runSkill(ports, { ...workspace, overrides }, { world, turn, skillId, signal });
    const facts: TurnFacts = {
      now,
      today: turn.today,
      turnId: turn.turnId,
      userId: caller.userId,
      role,
      sha256: ports.sha256,
      policies: workspace.policies,
      openQuestions: openIdeationQuestions(state, caller.userId),
      company: workspace.company,
      directory: workspace.directory,
      ...(priceList && { priceList }),
    };
    const { scope } = turn;
    const unclear = scope.kind === 'ask' && mutating.has(skillId);
    const output = unclear
      ? chat('', { needsScope: { why: scope.why, mention: text.slice(0, 200), candidates: scope.candidates } })
      : ran.output;
    const run = RunFacts.parse(ran.run);
    const shown = shownOf(output, state, facts, ran.maxOps);
    return ok({
      ...shown,
      issues: [...(ran.invalid ? [ran.invalid] : []), ...ran.warnings, ...shown.issues].slice(0, mostIssues),
      ms: ports.now().getTime() - startedAt,
      modelId: run.modelId ?? null,
      tokensIn: run.tokensIn ?? null,
      tokensOut: run.tokensOut ?? null,
      costMicros: run.costMicros ?? null,
    });
  };

const mostIssues = 50;

const RunFacts = z.object({
  modelId: z.string().optional(),
  tokensIn: z.int().optional(),
  tokensOut: z.int().optional(),
  costMicros: z.int().optional(),
});

const shownOf = (
  output: SkillOutput,
  state: ProjectState,
  facts: TurnFacts,
  maxOps: number,
): Pick<SkillTrial, 'text' | 'cards' | 'questions' | 'diff' | 'issues'> => {
  const { render, draft = output.followUp, needsScope } = output;
  const asked = needsScope && askForScope(needsScope, projectOf(state.records).projectStage).message;
  // Without sessions there is no open draft that would be carried over.
  const proposed = draft && proposeDraft({ ...state, sessions: new Map() }, facts, draft, { maxOps });
  const found = proposed ? (proposed.ok ? proposed.value.issues : proposed.error) : [];
  return {
    text: output.assistantText,
    cards: render.kind === 'chat' ? (render.cards ?? []).map(({ title, text }) => ({ title, text: text ?? null })) : [],
    questions: [
      ...(asked ? [asked] : []),
      ...(render.kind === 'questions' ? render.questions.map(({ text }) => text) : []),
    ],
    diff: draft ? [...diffOf(state.records, { ops: [...draft.ops], issues: [...found] })] : [],
    issues: [...output.warnings, ...found],
  };
};

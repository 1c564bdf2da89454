import type { Json } from '@atelier/kernel/core';
import { fenced } from '../core/context/fence.ts';
import type { TurnFacts } from '../core/decide/facts.ts';
import { proposeDraft } from '../core/decide/skill-turn.ts';
import type { Issue, LText } from '../core/domain/index.ts';
import { projectOf } from '../core/fold/records.ts';
import type { ProjectState } from '../core/fold/state.ts';
import { judgeReasons } from '../core/skills/judge.ts';
import { JudgeAnswer } from '../core/skills/model-schemas.ts';
import type { SkillDraft } from '../core/skills/output.ts';
import { effectiveSkill } from '../core/skills/overrides.ts';
import { skillById } from '../core/skills/registry.ts';
import type { SkillTurn } from '../core/skills/world.ts';
import type { StudioPorts } from '../ports/index.ts';
import { workspaceNow } from './workspace-now.ts';

export type Judged = {
  readonly judge?: Json;
  readonly blockedReasons?: readonly LText[];
  readonly warnings: readonly Issue[];
};

const deadlineMs = 30_000;

/** At high risk a second look before anybody can apply. It can hold a draft back; that it did not answer cannot. */
export const judgeDraft = async (
  ports: StudioPorts,
  facts: TurnFacts,
  state: ProjectState,
  asked: {
    readonly draft: SkillDraft;
    readonly turn: SkillTurn;
    readonly maxOps: number;
    readonly signal: AbortSignal;
  },
): Promise<Judged> => {
  const { draft, turn, maxOps, signal } = asked;
  const project = projectOf(state.records);
  const proposed = proposeDraft(state, facts, draft, { maxOps });
  // What the rules refuse needs no judge.
  if (!proposed.ok) return { warnings: [] };
  const { impact } = proposed.value;
  const why = judgeReasons({
    setting: project.settings.judge,
    hasModel: await ports.models.isChosen('judge'),
    issues: proposed.value.issues,
    subtotalMinor: impact.subtotalMinor,
    subtotalDeltaMinor: impact.subtotalDeltaMinor,
    touchedElements: impact.elementIds.length,
    namedElements: turn.scope.kind === 'elements' ? turn.scope.ids.length : 0,
  });
  if (why.length === 0) return { warnings: [] };
  const skill = skillById.get('draft.judge');
  if (!skill) throw new Error('the judge is a skill');
  const workspace = await workspaceNow(ports);
  const delimiter = ports.sha256(`${turn.turnId}/judge`).slice(0, 24);
  const answered = await ports.models.generate({
    purpose: 'judge',
    projectId: project.id,
    turnId: turn.turnId,
    name: skill.skillId,
    schema: JudgeAnswer,
    system: effectiveSkill(skill, workspace.overrides.get(skill.skillId), ports.sha256).prompt(turn.lang),
    user: [
      fenced(delimiter, 'request', { text: turn.text, why: [...why] }),
      fenced(delimiter, 'draft', { title: draft.title, ops: draft.ops.map(told), impact } as unknown as Json),
    ].join('\n\n'),
    maxOutputTokens: skill.budgets.tokensOut,
    deadlineMs,
    signal,
  });
  if (!answered.ok) return { warnings: [unjudged] };
  const { verdict, severity, score, reasons } = answered.value.value;
  const judge: Json = { verdict, severity, score, why: [...why] };
  if (verdict === 'pass') return { judge, warnings: [] };
  const texts = reasons
    .map(({ he, en }) => ({ ...(he ? { he } : {}), ...(en ? { en } : {}) }))
    .filter(({ he, en }) => he ?? en);
  return { judge, blockedReasons: texts.length > 0 ? texts : [held], warnings: [] };
};

/** Without ids: a judge weighs what is done, not to which record. */
const told = ({
  opId: _o,
  groupId: _g,
  ifMatch: _m,
  base: _b,
  evidence: _e,
  include: _i,
  ...op
}: SkillDraft['ops'][number]) => op;

const unjudged: Issue = {
  code: 'JUDGE_UNAVAILABLE',
  severity: 'warn',
  message: {
    he: 'הבדיקה הנוספת לא ענתה. עברו על השינויים לפני ההחלה.',
    en: 'The extra check did not answer. Read the changes before you apply them.',
  },
};
const held: LText = { he: 'הבדיקה עצרה את השינויים.', en: 'The check held these changes back.' };

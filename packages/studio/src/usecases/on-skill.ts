import type { RoutingSummary } from '@atelier/contracts/studio';
import type { Json } from '@atelier/kernel/core';
import { projectOf } from '../core/fold/records.ts';
import type { SessionState } from '../core/fold/state.ts';
import { languageOf } from '../core/language/language-of.ts';
import type { ToSkill } from '../core/routing/route.ts';
import { type Scope, scopeOf } from '../core/scope/scope.ts';
import { type SkillTurn, type SkillWorld, scopeElements, worldOf } from '../core/skills/world.ts';
import { firstStageOf, gatedText, gateOfSkill, skillMayRun } from '../core/stage/matrix.ts';
import { assigneeNames } from './assignee-names.ts';
import { type Judged, judgeDraft } from './judge-draft.ts';
import { runSkill } from './run-skill.ts';
import type { Worked } from './skill-work.ts';
import { blocker, type TurnAtWork } from './turn-at-work.ts';
import { langFor } from './turn-words.ts';
import { dayIn, workspaceNow } from './workspace-now.ts';

type More = {
  readonly asked?: { readonly pending: Readonly<Record<string, Json>>; readonly count?: number };
  readonly chips?: Worked['chips'];
  readonly usedRouterModel?: boolean;
  readonly scope?: Scope;
};

/** These change what a message is about, so it has to be clear what that is. */
export const mutating: ReadonlySet<string> = new Set(['change.request', 'planning.quotePlan', 'solutioning.decompose']);

export const onSkill = async (here: TurnAtWork, to: ToSkill, said: string, more: More): Promise<Worked> => {
  const { state, session, ports, turn } = here;
  const own = await langFor(ports, state, turn.userId);
  const lang = said === '' ? own : languageOf(said, own);
  const { projectStage, timeZone } = projectOf(state.records);
  const base = {
    lang,
    routing: summaryOf(to),
    usedRouterModel: more.usedRouterModel ?? false,
    chips: more.chips ?? [],
    warnings: [],
    elementIds: [],
  };
  if (!skillMayRun(to.skillId, projectStage)) {
    const stage = firstStageOf(gateOfSkill(to.skillId));
    const chips = [
      { label: { he: 'קידום שלב', en: 'Advance the stage' }, event: { type: 'advanceStage', to: stage } as const },
    ];
    return { ...base, chips, kind: 'refused', blocker: blocker('STAGE_GATED', gatedText(gateOfSkill(to.skillId))) };
  }
  const workspace = await workspaceNow(ports);
  if (workspace.overrides.get(to.skillId)?.isEnabled === false)
    return {
      ...base,
      kind: 'refused',
      blocker: blocker('SKILL_DISABLED', {
        he: 'היכולת הזו כבויה. מנהלים יכולים להפעיל אותה בעמוד הניהול.',
        en: 'This skill is switched off. An admin can switch it on under Skills.',
      }),
    };
  const people = await assigneeNames(ports, state.records);
  const world = { ...worldOf(state, session, workspace.priceLists.at(-1) ?? null), people };
  const scope = more.scope ?? scopeIn(world, session, to.text);
  const skillTurn: SkillTurn = {
    turnId: turn.turnId,
    text: to.text,
    lang,
    today: dayIn(timeZone, ports.now().toISOString()),
    scope,
    ...(to.entity && { entity: to.entity }),
    ...(to.route === 'QST' && { answers: answersOf(session, more.asked) }),
  };
  const questions =
    to.route === 'QST' ? { questions: { skillId: to.skillId, pending: more.asked?.pending ?? {} } } : {};
  if (scope.kind === 'ask' && mutating.has(to.skillId)) {
    const needsScope = { why: scope.why, mention: to.text.slice(0, 200), candidates: scope.candidates };
    const output = { ...nothing, needsScope };
    return { ...base, kind: 'skill', scope, output, maxOps: 0, run: null, contextStats: null };
  }
  const clock = () => ports.now().getTime();
  const startedAt = clock();
  const { signal, onSaid } = here;
  const ran = await runSkill(ports, workspace, { world, turn: skillTurn, skillId: to.skillId, signal, onSaid });
  const ranAt = clock();
  const facts = {
    run: ran.run,
    ok: ran.invalid === undefined,
    contextMs: ran.contextMs,
    executionMs: ranAt - startedAt - ran.contextMs,
    judgeMs: 0,
  };
  const found = { ...base, warnings: ran.warnings, chips: [...base.chips, ...ran.chips], ran: facts };
  if (ran.invalid) return { ...found, kind: 'refused', blocker: ran.invalid };
  const { output, maxOps } = ran;
  const judged: Judged =
    output.draft && !output.needsScope
      ? await judgeDraft(ports, await here.facts(), state, {
          draft: output.draft,
          turn: skillTurn,
          maxOps,
          signal: here.signal,
        })
      : { warnings: [] };
  return {
    ...found,
    ...questions,
    ran: { ...facts, judgeMs: clock() - ranAt },
    kind: 'skill',
    scope,
    output,
    maxOps,
    run: ran.run,
    contextStats: ran.contextStats,
    elementIds: output.elementIds,
    warnings: [...found.warnings, ...judged.warnings],
    ...(judged.judge !== undefined && { judge: judged.judge }),
    ...(judged.blockedReasons && { blockedReasons: judged.blockedReasons }),
  };
};

const nothing = {
  assistantText: '',
  render: { kind: 'chat' },
  elementIds: [],
  proposedFacts: [],
  warnings: [],
  suggestedActions: [],
} as const;

const scopeIn = (world: SkillWorld, session: SessionState, text: string): Scope =>
  scopeOf(text, {
    elements: scopeElements(world),
    selectedIds: session.settings.selectedElementIds,
    lastTouchedIds: session.draft?.lastTouched ?? [],
    lastScopeIds: session.lastScope,
  });

const answersOf = ({ settings }: SessionState, asked: More['asked']): NonNullable<SkillTurn['answers']> => ({
  saved: settings.savedAnswers,
  draft: settings.draftAnswers,
  pending: asked?.pending ?? {},
  skippedQids: settings.skippedQids,
  generated: settings.generatedQuestions,
  ...(asked?.count !== undefined && { count: asked.count }),
});

const summaryOf = ({
  route,
  turnStage,
  channel,
  skillId,
  routedBy,
  confidence,
  reasons,
  scores,
}: ToSkill): RoutingSummary => ({
  route,
  turnStage,
  turnChannel: channel,
  chosenSkillId: skillId,
  routedBy,
  confidence,
  reasons: [...reasons],
  ...(scores && { scores: { ...scores } }),
});

import type { Issue, Lang, LText, RoutingSummary, StudioEventOf } from '@atelier/contracts/studio';
import type { Json } from '@atelier/kernel/core';
import type { TurnFacts } from '../core/decide/facts.ts';
import { projectOf } from '../core/fold/records.ts';
import { emptySession, type ProjectState, type SessionState } from '../core/fold/state.ts';
import { languageOf } from '../core/language/language-of.ts';
import { mayAskRouterModel } from '../core/routing/breaker.ts';
import { readPhrase } from '../core/routing/commands.ts';
import { didYouMean } from '../core/routing/did-you-mean.ts';
import { type RouteContext, routeEvent, routeMessage, type ToDraft, type ToSkill } from '../core/routing/route.ts';
import { type Scope, scopeOf } from '../core/scope/scope.ts';
import { type SkillTurn, type SkillWorld, scopeElements, worldOf } from '../core/skills/world.ts';
import { firstStageOf, gatedText, gateOfSkill, skillMayRun } from '../core/stage/matrix.ts';
import type { StudioPorts } from '../ports/index.ts';
import type { Admitted } from './admit.ts';
import { askRouter } from './ask-router.ts';
import { type Judged, judgeDraft } from './judge-draft.ts';
import { runSkill } from './run-skill.ts';
import type { SkillEvent } from './skill-turn.ts';
import type { Worked } from './skill-work.ts';
import type { TurnOf } from './turn-events.ts';
import { type FactsFor, langOf, routedByEvent } from './turn-words.ts';
import { dayIn, workspaceNow } from './workspace-now.ts';

type Here = {
  readonly ports: StudioPorts;
  readonly state: ProjectState;
  readonly session: SessionState;
  readonly turn: TurnOf;
  readonly signal: AbortSignal;
  readonly onSaid: (soFar: string) => void;
  readonly facts: () => Promise<TurnFacts>;
};

/** From a person's words to what a skill makes of them. Nothing is recorded here. */
export const workOn = async (
  ports: StudioPorts,
  factsFor: FactsFor,
  admitted: Omit<Admitted, 'event'> & { readonly event: SkillEvent },
  turn: TurnOf,
  { signal, onSaid }: Pick<Here, 'signal' | 'onSaid'>,
): Promise<Worked> => {
  const now = await ports.projects.at(admitted.stream);
  if (!now.ok) throw new Error(`${admitted.stream} cannot be read`);
  const { state } = now.value;
  const session = state.sessions.get(turn.userId) ?? emptySession('');
  const facts = () => factsFor({ ...admitted, state }, turn);
  const here: Here = { ports, state, session, turn, signal, onSaid, facts };
  const { event } = admitted;
  switch (event.type) {
    case 'chatMessage':
      return onMessage(here, event);
    case 'generateQuestions': {
      const to = routeEvent('generateQuestions', routeContext(here), {
        ...(event.skillId !== undefined && { skillId: event.skillId }),
      });
      const asked = { pending: event.pendingAnswers ?? {}, ...(event.count !== undefined && { count: event.count }) };
      return onSkill(here, to, '', { asked });
    }
    case 'reviseDraft': {
      const stale = staleDraft(here, event.expectedDraftRevision);
      if (stale) return refused(here, event.feedbackText, stale);
      const to = routeEvent('reviseDraft', routeContext(here), { text: event.feedbackText });
      return onSkill(here, to, event.feedbackText, {});
    }
    case 'resolveScope':
      return onScope(here, event);
    case 'rerunDraft':
      return onRerun(here, event);
  }
};

const routeContext = ({ state, session }: Here): RouteContext => ({
  projectStage: projectOf(state.records).projectStage,
  pins: { stage: session.settings.pinnedStage, channel: session.settings.pinnedChannel },
  hasDraft: session.draft !== null,
});

const onMessage = async (here: Here, event: StudioEventOf<'chatMessage'>): Promise<Worked> => {
  if (!here.session.draft && readPhrase(event.text)?.followedBy === 'issueQuote') return onIssue(here, event);
  const decision = routeMessage(event.text, routeContext(here));
  if (decision.kind === 'skill') return onSkill(here, decision, event.text, {});
  if (decision.kind !== 'ambiguous') return onPhrase(here, event, decision);
  const { ports, state, session } = here;
  const hasModel = await ports.models.isChosen('router');
  const history = state.skillTurns.map(({ usedRouterModel }) => ({ usedRouterModel }));
  const asked = mayAskRouterModel(decision, { hasModel, history })
    ? await askRouter(ports, { state, session, turn: here.turn, signal: here.signal }, decision)
    : undefined;
  if (asked) return onSkill(here, asked, event.text, { usedRouterModel: true });
  const lang = languageOf(event.text, langOf(state, here.turn.userId));
  const chips = didYouMean(decision.top, event.text, lang);
  return onSkill(here, decision.otherwise, event.text, { chips, usedRouterModel: hasModel && asked !== undefined });
};

/** "apply" and "discard" said in words are the buttons; a person who has not said what they saw confirms first. */
const onPhrase = (here: Here, event: StudioEventOf<'chatMessage'>, to: ToDraft): Worked => {
  const { session, state } = here;
  const lang = languageOf(event.text, langOf(state, here.turn.userId));
  const routing: RoutingSummary = {
    ...routedByEvent(state, event),
    route: to.kind.toUpperCase(),
    routedBy: to.routedBy,
  };
  const base = { lang, routing, usedRouterModel: false, elementIds: [], warnings: [] };
  const { seenDraftRevision: seen } = event;
  const revision = session.draft?.revision;
  if (to.kind === 'discard')
    return {
      ...base,
      kind: 'decided',
      chips: [],
      event: { type: 'discardDraft', ...(seen !== undefined && { expectedDraftRevision: seen }) },
    };
  const named = to.followedBy === 'nameVersion' ? { versionName: versionName(state, lang) } : {};
  if (seen === undefined && revision !== undefined)
    return {
      ...base,
      kind: 'refused',
      blocker: blocker('DRAFT_REVISION_MISMATCH', {
        he: `להחיל את גרסה ${revision} של השינויים? אשרו בלחיצה.`,
        en: `Apply revision ${revision} of the changes? Confirm with one click.`,
      }),
      chips: [
        {
          label: { he: `להחיל גרסה ${revision}`, en: `Apply revision ${revision}` },
          event: { type: 'applyDraft', expectedDraftRevision: revision, ...named },
        },
      ],
    };
  return {
    ...base,
    kind: 'decided',
    chips: [],
    event: { type: 'applyDraft', expectedDraftRevision: seen ?? 1, ...named },
    ...(to.followedBy === 'issueQuote' && { thenIssue: { type: 'issueQuote', locale: lang } as const }),
  };
};

/** With nothing pending there is nothing to apply first. */
const onIssue = (here: Here, event: StudioEventOf<'chatMessage'>): Worked => {
  const lang = languageOf(event.text, langOf(here.state, here.turn.userId));
  return {
    lang,
    routing: { ...routedByEvent(here.state, event), route: 'ISSUE', routedBy: 'phrase' },
    usedRouterModel: false,
    elementIds: [],
    warnings: [],
    chips: [],
    kind: 'decided',
    event: { type: 'issueQuote', locale: lang },
  };
};

const versionName = (state: ProjectState, lang: Lang): string =>
  lang === 'he' ? `גרסה ${state.domainSeq + 1}` : `Version ${state.domainSeq + 1}`;

type More = {
  readonly asked?: { readonly pending: Readonly<Record<string, Json>>; readonly count?: number };
  readonly chips?: Worked['chips'];
  readonly usedRouterModel?: boolean;
  readonly scope?: Scope;
};

const mutating: ReadonlySet<string> = new Set(['change.request', 'planning.quotePlan', 'solutioning.decompose']);

const onSkill = async (here: Here, to: ToSkill, said: string, more: More): Promise<Worked> => {
  const { state, session, ports, turn } = here;
  const lang = said === '' ? langOf(state, turn.userId) : languageOf(said, langOf(state, turn.userId));
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
  const world = worldOf(state, session, workspace.priceLists.at(-1) ?? null);
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

/** The message that could not be placed, once more, about what the person chose. */
const onScope = async (here: Here, event: StudioEventOf<'resolveScope'>): Promise<Worked> => {
  const asked = here.state.turns.get(event.turnId);
  const text = asked?.userMessage ?? '';
  const { choice } = event;
  const gone =
    'elementIds' in choice
      ? choice.elementIds.filter((id) => here.state.records.element.get(id)?.tombstone !== null && !isDrafted(here, id))
      : [];
  if (!asked || asked.userId !== here.turn.userId || text === '' || gone.length > 0)
    return refused(
      here,
      text,
      blocker('NOT_FOUND', {
        he: 'השאלה הזו כבר לא פתוחה. כתבו את הבקשה שוב.',
        en: 'That question is no longer open. Send the request again.',
      }),
    );
  const scope: Scope =
    'elementIds' in choice
      ? { kind: 'elements', ids: choice.elementIds, method: 'chosen' }
      : 'createNew' in choice
        ? { kind: 'new', method: 'chosen' }
        : { kind: 'project', method: 'chosen' };
  const decision = routeMessage(text, routeContext(here));
  const to = decision.kind === 'skill' ? decision : decision.kind === 'ambiguous' ? decision.otherwise : undefined;
  if (!to) return refused(here, text, blocker('NOT_FOUND', { he: 'אין מה להריץ.', en: 'There is nothing to run.' }));
  return onSkill(here, to, text, { scope });
};

const isDrafted = ({ session }: Here, id: string): boolean =>
  session.draft?.ops.some((op) => op.op === 'create' && op.tempId === id) ?? false;

/** The requests a draft came from, again, on the project as it is now. */
const onRerun = async (here: Here, event: StudioEventOf<'rerunDraft'>): Promise<Worked> => {
  const { session, state } = here;
  const stale = staleDraft(here, event.expectedDraftRevision);
  if (stale) return refused(here, '', stale);
  const groups = [...new Set(session.draft?.ops.map(({ groupId }) => groupId) ?? [])];
  const texts = groups.flatMap((turnId) => state.turns.get(turnId)?.userMessage ?? []);
  if (texts.length === 0)
    return refused(
      here,
      '',
      blocker('NOT_ALLOWED', {
        he: 'השינויים האלה לא באו מבקשה, ולכן אין מה להריץ שוב. אפשר לבסס מחדש.',
        en: 'These changes came from no request, so there is nothing to run again. Rebase them instead.',
      }),
    );
  let last: Worked | undefined;
  const all: Extract<Worked, { kind: 'skill' }>[] = [];
  let virtual: SessionState = { ...session, draft: null };
  for (const text of texts) {
    const at = { ...here, session: virtual };
    const decision = routeMessage(text, { ...routeContext(at), hasDraft: all.length > 0 });
    const to = decision.kind === 'skill' ? decision : decision.kind === 'ambiguous' ? decision.otherwise : undefined;
    if (!to) continue;
    last = await onSkill(at, to, text, {});
    if (last.kind !== 'skill' || last.output.needsScope || !last.output.draft) return last;
    all.push(last);
    const before = virtual.draft?.ops ?? [];
    const own = new Map(last.output.draft.ops.map((op) => [op.opId, op]));
    const ops = [
      ...before.map((op) => own.get(op.opId) ?? op),
      ...last.output.draft.ops.filter(({ opId }) => !before.some((op) => op.opId === opId)),
    ];
    const draft = session.draft ? { ...session.draft, ops, lastTouched: [...last.output.elementIds] } : null;
    virtual = { ...virtual, draft };
  }
  const newest = all.at(-1);
  if (!newest?.output.draft || !virtual.draft) return last ?? refused(here, '', noDraftBlocker);
  const draft = { ...newest.output.draft, ops: virtual.draft.ops, carry: [] };
  return { ...newest, output: { ...newest.output, draft }, fresh: true };
};

const noDraftBlocker: Issue = {
  code: 'NO_DRAFT',
  severity: 'error',
  message: { he: 'אין שינויים ממתינים.', en: 'There are no pending changes.' },
};

const staleDraft = ({ session }: Here, expected: number | undefined): Issue | undefined => {
  if (!session.draft) return noDraftBlocker;
  if (expected === undefined || expected === session.draft.revision) return undefined;
  return blocker('DRAFT_REVISION_MISMATCH', {
    he: `השינויים הממתינים התעדכנו: ראיתם גרסה ${expected}, עכשיו ${session.draft.revision}. בדקו שוב.`,
    en: `The pending changes moved on: you saw revision ${expected}, now it is ${session.draft.revision}. Look again.`,
  });
};

const refused = ({ state, turn }: Here, text: string, reason: Issue): Worked => ({
  kind: 'refused',
  lang: languageOf(text, langOf(state, turn.userId)),
  routing: {
    route: turn.eventType,
    turnStage: projectOf(state.records).projectStage,
    turnChannel: 'none',
    chosenSkillId: null,
    routedBy: 'event',
    confidence: 1,
    reasons: [],
  },
  usedRouterModel: false,
  elementIds: [],
  chips: [],
  warnings: [],
  blocker: reason,
});

const blocker = (code: string, message: LText): Issue => ({ code, severity: 'error', message });

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

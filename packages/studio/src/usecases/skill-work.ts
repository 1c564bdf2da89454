import type {
  Issue,
  Lang,
  LText,
  RoutingSummary,
  StudioEvent,
  StudioEventOf,
  SuggestedAction,
} from '@atelier/contracts/studio';
import type { Json } from '@atelier/kernel/core';
import { stateAfter } from '../core/decide/conclude.ts';
import { decide } from '../core/decide/decide.ts';
import type { Outcome, TurnFacts } from '../core/decide/facts.ts';
import { proposeDraft, proposeFacts } from '../core/decide/skill-turn.ts';
import { diffOf } from '../core/draft/diff.ts';
import type { NewProjectEvent } from '../core/events/project-event.ts';
import type { ProjectState } from '../core/fold/state.ts';
import { askForScope } from '../core/scope/needs-scope.ts';
import type { Scope } from '../core/scope/scope.ts';
import type { SkillOutput } from '../core/skills/output.ts';
import { type AnswerParts, draftRender, inLang, partsOfOutcome } from './answer.ts';
import type { StoredEnd } from './stored-result.ts';
import type { TurnOf } from './turn-events.ts';
import { turnCompleted } from './turn-events.ts';

export type SkillRunFacts = {
  readonly run: Json;
  readonly ok: boolean;
  readonly contextMs: number;
  readonly executionMs: number;
  readonly judgeMs: number;
};

/** What working on a message came to, before it is held against the project as it is by then. */
export type Worked = {
  readonly lang: Lang;
  readonly routing: RoutingSummary;
  readonly usedRouterModel: boolean;
  readonly elementIds: readonly string[];
  readonly chips: readonly SuggestedAction[];
  readonly warnings: readonly Issue[];
  /** The skill that ran, for the figures. */
  readonly ran?: SkillRunFacts;
} & (
  | {
      readonly kind: 'skill';
      readonly scope: Scope | null;
      readonly output: SkillOutput;
      readonly maxOps: number;
      /** Which model or rules answered, and what it cost. */
      readonly run: Json;
      readonly contextStats: Json;
      readonly judge?: Json;
      readonly blockedReasons?: readonly LText[];
      /** A re-run starts from nothing. */
      readonly fresh?: true;
      readonly questions?: { readonly skillId: string; readonly pending: Readonly<Record<string, Json>> };
    }
  /** A phrase such as "apply": decided like the button. */
  | { readonly kind: 'decided'; readonly event: StudioEvent; readonly thenIssue?: StudioEventOf<'issueQuote'> }
  /** Nothing was run, and why. */
  | { readonly kind: 'refused'; readonly blocker: Issue }
);

export type Concluded = {
  readonly events: readonly NewProjectEvent[];
  readonly parts: AnswerParts;
  readonly lang: Lang;
  readonly completed: (stored: StoredEnd['data']) => NewProjectEvent;
};

/** Everything a turn records, decided on the state it is recorded on. */
export const concludeSkill = (
  state: ProjectState,
  facts: TurnFacts,
  turn: TurnOf,
  worked: Worked,
  issueFacts?: TurnFacts,
): Concluded => {
  const { lang, routing } = worked;
  const made = partsOf(state, facts, turn, worked, issueFacts);
  const parts: AnswerParts = {
    ...made.parts,
    warnings: [...(made.parts.warnings ?? []), ...worked.warnings],
    suggestedActions: [...(made.parts.suggestedActions ?? []), ...worked.chips],
  };
  const validation = [...(parts.warnings ?? []), ...(parts.blockers ?? [])].map(({ code, severity, opId }) => ({
    code,
    severity,
    ...(opId !== undefined && { opId }),
  }));
  const before = state.sessions.get(turn.userId)?.draft?.revision;
  return {
    lang,
    parts,
    events: [...supersededScope(state, turn, made.events), ...made.events],
    completed: (stored) =>
      turnCompleted(turn, {
        routing,
        usedRouterModel: worked.usedRouterModel,
        validation,
        outcome: parts.outcome,
        ...stored,
        ...(worked.kind === 'skill' && { skillRun: worked.run, contextStats: worked.contextStats }),
        ...(worked.kind === 'skill' && worked.judge !== undefined && { judge: worked.judge }),
        ...(worked.kind === 'skill' && worked.scope && { scope: scopeFacts(worked.scope, worked.elementIds) }),
        ...(before !== undefined && { draftRevisionBefore: before }),
        ...(parts.render.kind === 'draft_changes' && { draftRevisionAfter: parts.render.draft.revision }),
        ...(made.changeSetId !== undefined && { changeSetId: made.changeSetId }),
      }),
  };
};

type Made = {
  readonly parts: AnswerParts;
  readonly events: readonly NewProjectEvent[];
  readonly changeSetId?: string;
};

const partsOf = (
  state: ProjectState,
  facts: TurnFacts,
  turn: TurnOf,
  worked: Worked,
  issueFacts: TurnFacts | undefined,
): Made => {
  const { lang, routing } = worked;
  switch (worked.kind) {
    case 'decided': {
      const applied = decide(state, worked.event, facts);
      const outcome =
        worked.thenIssue && issueFacts ? issuedAfter(state, applied, worked.thenIssue, issueFacts) : applied;
      const parts = partsOfOutcome(outcome, routing, lang);
      const { changeSetId } = outcome;
      return { parts, events: outcome.events, ...(changeSetId !== undefined && { changeSetId }) };
    }
    case 'refused':
      return {
        events: [],
        parts: {
          outcome: 'rejected',
          text: inLang(worked.blocker.message, lang),
          render: { kind: 'chat' },
          routing,
          blockers: [worked.blocker],
        },
      };
    case 'skill':
      return skillParts(state, facts, turn, worked);
  }
};

/** "Finalize the quote": what was pending is applied, and the quote follows unless something blocks it. */
const issuedAfter = (
  state: ProjectState,
  applied: Outcome,
  event: StudioEventOf<'issueQuote'>,
  facts: TurnFacts,
): Outcome => {
  if (applied.outcome !== 'done') return applied;
  const issued = decide(stateAfter(state, applied.events, facts.now), event, facts);
  const said = (lang: Lang) => `${applied.say[lang] ?? ''} ${issued.say[lang] ?? ''}`.trim();
  const say = { he: said('he'), en: said('en') };
  if (issued.outcome === 'done')
    return {
      ...applied,
      say,
      events: [...applied.events, ...issued.events],
      warnings: [...applied.warnings, ...issued.warnings],
      flags: [...applied.flags, ...issued.flags],
    };
  // The changes stand; what keeps the quote back is said, and issuing stays one click away.
  const open = issued.blockers.flatMap(({ code, ack }) => (ack ? [code] : []));
  const chip: SuggestedAction = {
    label: { he: 'להפיק הצעת מחיר', en: 'Issue the quote' },
    event: { ...event, ...(open.length > 0 && { acknowledge: open }) },
  };
  const why = issued.blockers.filter(({ code }) => code !== 'QUOTE_BLOCKED' && code !== 'ACK_REQUIRED');
  const listed = (lang: Lang) => [said(lang), ...why.map(({ message }) => message[lang] ?? '')].join('\n').trim();
  return {
    ...applied,
    say: { he: listed('he'), en: listed('en') },
    warnings: [...applied.warnings, ...why.map((each) => ({ ...each, severity: 'warn' as const }))],
    suggestions: [...applied.suggestions, chip],
  };
};

type SkillWorked = Extract<Worked, { kind: 'skill' }>;

const skillParts = (state: ProjectState, facts: TurnFacts, turn: TurnOf, worked: SkillWorked): Made => {
  const { output, routing } = worked;
  if (output.needsScope) return asking(turn, worked);
  const proposed = proposeFacts(state, facts, output.proposedFacts);
  const common = {
    routing,
    text: output.assistantText,
    warnings: output.warnings,
    proposedFacts: proposed.facts,
    suggestedActions: output.suggestedActions,
  };
  const followUp = output.followUp ? followUpEvents(state, facts, worked, output.followUp) : [];
  const session = sessionEvents(turn, worked);
  if (output.render.kind === 'draft_changes' && output.draft) {
    const drafted = proposeDraft(state, facts, output.draft, {
      maxOps: worked.maxOps,
      ...scopeLimit(worked),
      ...(worked.blockedReasons && { blockedReasons: worked.blockedReasons }),
      ...(worked.fresh && { fresh: true }),
    });
    if (!drafted.ok) return invalidDraft(drafted.error, worked);
    const events = [...proposed.events, ...session, ...drafted.value.events];
    const after = stateAfter(state, events, facts.now);
    const draft = after.sessions.get(turn.userId)?.draft;
    if (!draft) throw new Error('a revision leaves a draft');
    return {
      events,
      parts: {
        ...common,
        outcome: 'done',
        render: draftRender(draft, diffOf(state.records, draft)),
        warnings: [...output.warnings, ...drafted.value.issues],
      },
    };
  }
  const render =
    output.render.kind === 'questions'
      ? ({ ...output.render, purpose: 'intake' } as const)
      : ({
          kind: 'chat',
          ...(output.render.kind === 'chat' && output.render.cards && { cards: output.render.cards }),
        } as const);
  return {
    events: [...proposed.events, ...session, ...followUp],
    parts: { ...common, outcome: 'done', render },
  };
};

/** Nothing is changed before it is clear what; the question stays open until it is answered or passed over. */
const asking = (turn: TurnOf, { output, routing, lang }: SkillWorked): Made => {
  if (!output.needsScope) throw new Error('only asked when scope is missing');
  const { needsScope, message, question } = askForScope(output.needsScope, routing.turnStage);
  const { turnId, userId } = turn;
  const openScope = { turnId, mention: needsScope.mention, candidates: [...needsScope.candidates] };
  return {
    events: [{ kind: 'session.patched', data: { by: userId, turnId, userId, set: { openScope } } }],
    parts: {
      outcome: 'needs_scope',
      text: inLang(message, lang),
      render: { kind: 'questions', purpose: 'scope', questions: [question], progress: { answered: 0, required: 1 } },
      routing,
      needsScope,
      blockers: [{ code: 'NEEDS_SCOPE', severity: 'error', message }],
    },
  };
};

/** A proposal with an error is rejected whole: the draft stays as it was. */
const invalidDraft = (issues: readonly Issue[], { routing, lang }: SkillWorked): Made => {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const message = {
    he: `השינוי לא התקבל, והטיוטה נשארה כפי שהייתה. ${errors[0]?.message.he ?? errors[0]?.message.en ?? ''}`,
    en: `The change was not accepted, and the draft stays as it was. ${errors[0]?.message.en ?? errors[0]?.message.he ?? ''}`,
  };
  return {
    events: [],
    parts: {
      outcome: 'rejected',
      text: inLang(message, lang),
      render: { kind: 'chat' },
      routing,
      blockers: [{ code: 'VALIDATION_FAILED', severity: 'error', message }, ...errors],
      warnings: issues.filter(({ severity }) => severity !== 'error'),
    },
  };
};

/** The critic's follow-up is parked beside whatever is open; it never replaces a draft. */
const followUpEvents = (
  state: ProjectState,
  facts: TurnFacts,
  worked: SkillWorked,
  followUp: NonNullable<SkillOutput['followUp']>,
): readonly NewProjectEvent[] => {
  const parked = proposeDraft(state, facts, followUp, { maxOps: worked.maxOps, place: 'parked', source: 'critic' });
  return parked.ok ? parked.value.events : [];
};

/** The questions now in front of the person; what they typed along the way is kept, and nothing of it is saved. */
const sessionEvents = ({ turnId, userId }: TurnOf, worked: SkillWorked): readonly NewProjectEvent[] => {
  if (!worked.questions || worked.output.render.kind !== 'questions') return [];
  const { questions } = worked.output.render;
  const { skillId, pending } = worked.questions;
  const generated = questions.filter(({ source }) => source === 'generated');
  const set = {
    activeQuestionsSkillId: skillId,
    visibleQids: questions.map(({ qid }) => qid).slice(0, 5),
    ...(generated.length > 0 && { generatedQuestions: generated }),
  };
  return [
    {
      kind: 'session.patched',
      data: { by: userId, turnId, userId, set, ...(Object.keys(pending).length > 0 && { answers: pending }) },
    },
  ];
};

const supersededScope = (
  state: ProjectState,
  { userId, turnId }: TurnOf,
  events: readonly NewProjectEvent[],
): readonly NewProjectEvent[] => {
  const isOpen = state.sessions.get(userId)?.settings.openScope;
  const asksAgain = events.some((event) => event.kind === 'session.patched' && event.data.set.openScope);
  return isOpen && !asksAgain
    ? [{ kind: 'session.patched', data: { by: userId, turnId, userId, set: { openScope: null } } }]
    : [];
};

const scopeLimit = ({ scope }: SkillWorked) =>
  scope?.kind === 'elements'
    ? {
        scope: {
          elementIds: scope.ids,
          explicit: scope.method === 'mention' || scope.method === 'chosen' || scope.method === 'selection',
        },
      }
    : {};

const scopeFacts = (scope: Scope, elementIds: readonly string[]) => ({
  resolved: scope.kind === 'elements' ? [...scope.ids] : [...elementIds],
  candidates: scope.kind === 'ask' ? scope.candidates.map(({ elementId }) => elementId) : [],
  method: 'method' in scope ? scope.method : scope.kind,
});

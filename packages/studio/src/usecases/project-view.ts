import type {
  DraftComment,
  ProjectRole,
  ProjectView,
  Question,
  QuoteCard,
  SessionSettings,
  SessionView,
  ThreadMessage,
} from '@atelier/contracts/studio';
import type { Sha256 } from '@atelier/kernel/core';
import type { Entity } from '../core/domain/index.ts';
import { type EntityType, entityTypes } from '../core/domain/index.ts';
import { diffOf } from '../core/draft/diff.ts';
import { projectOf } from '../core/fold/records.ts';
import { type DraftState, emptySession, type MessageState, type ProjectState } from '../core/fold/state.ts';
import { unreadOf } from '../core/fold/unread.ts';
import { entityHash, specHash } from '../core/patch/hash.ts';
import { withClientOf } from '../core/projects/client.ts';
import { effectiveAnswers } from '../core/questions/answers.ts';
import { knownAnswers } from '../core/questions/known-answers.ts';
import { nextQuestions, progressOf } from '../core/questions/next.ts';
import { isOutdated } from '../core/reconcile/quotes.ts';
import type { WorkspaceState } from '../core/workspace/workspace.ts';
import type { ProjectAudience } from '../view/show.ts';
import { plainDraft } from './answer.ts';
import { questionsFor } from './questions-for.ts';

export type ViewFacts = {
  readonly userId: string;
  readonly role: ProjectRole;
  readonly canSeeCosts: boolean;
  readonly sha256: Sha256;
  /** Only records that changed at or after this seq; absent is all of them. */
  readonly since?: number | undefined;
};

const newestMessages = 200;

/** One project as one person may see it. Whoever may not see costs gets no line, no margin and nothing said of them. */
export const projectView = (state: ProjectState, workspace: WorkspaceState, facts: ViewFacts): ProjectView => {
  const { userId, role, canSeeCosts, sha256, since = 0 } = facts;
  const project = projectOf(state.records);
  const changed = <Value extends { readonly updatedSeq: number }>(map: ReadonlyMap<string, Value>): Value[] =>
    [...map.values()].filter(({ updatedSeq }) => updatedSeq >= since);
  const { records } = state;
  const elements = changed(records.element);
  const messages = visibleMessages(state, facts);
  const priced = canSeeCosts ? records : { materialLine: new Map(), workLine: new Map() };
  return {
    projectId: project.id,
    project: withClientOf(project, workspace.directory),
    role,
    version: state.domainSeq,
    canSeeCosts,
    elements,
    snapshots: [...state.snapshots.values()].flat().filter(({ basedOnSeq }) => since === 0 || basedOnSeq >= since - 1),
    tasks: changed(records.task),
    materialLines: changed(priced.materialLine),
    workLines: changed(priced.workLine),
    facts: canSeeCosts ? changed(records.fact) : [],
    risks: changed(records.risk),
    decisions: changed(records.decision),
    sections: changed(records.section),
    // Suppliers' papers and what was gathered from conversations name prices.
    knowledge: canSeeCosts ? [...state.knowledge.values()] : [],
    flags: canSeeCosts ? [...state.flags.values()].filter(({ status }) => status === 'open') : [],
    quotes: [...state.quotes.values()].map((quote) => quoteCard(quote, state, sha256)),
    policy: canSeeCosts ? state.policy : null,
    pricing: canSeeCosts ? state.pricing : null,
    paymentPlan: state.paymentPlan,
    company: workspace.company,
    // What is noted about suppliers names prices too, and other clients are nobody's business. The project's own client
    // is under its name above.
    directory: canSeeCosts ? [...workspace.directory.values()] : [],
    hashes: hashesOf(state, sha256, since, canSeeCosts),
    specHashes: Object.fromEntries(elements.map((element) => [element.id, specHash(sha256, element)])),
    messages: messages.slice(-newestMessages).map(plainMessage),
    earlierMessages: Math.max(0, messages.length - newestMessages),
    hasLegacy: state.legacy.size > 0,
    sharedDrafts: canSeeCosts ? sharedDrafts(state, userId) : [],
    unread: unreadOf(state, facts) ?? null,
    session: sessionView(state, userId),
  };
};

const sharedDrafts = ({ sessions, records }: ProjectState, userId: string): ProjectView['sharedDrafts'] =>
  [...sessions].flatMap(([by, { draft }]) => {
    if (by === userId || !draft?.isShared) return [];
    const { draftId, title, revision } = draft;
    return [{ by, draftId, title, revision, diff: diffOf(records, draft), comments: plainComments(draft) }];
  });

const plainComments = ({ comments = [] }: DraftState): DraftComment[] =>
  comments.map(({ seq: _seq, ...comment }) => comment);

/** A cost is set by saying it, and an answer repeats it: whoever may not see costs reads what they wrote themselves. */
export const visibleMessages = (
  { messages }: ProjectState,
  { userId, canSeeCosts }: ProjectAudience,
): readonly MessageState[] =>
  canSeeCosts ? messages : messages.filter((message) => message.role === 'user' && message.userId === userId);

export const plainMessage = ({ userId, ...message }: MessageState): ThreadMessage => ({ ...message, by: userId });

export const costly: ReadonlySet<EntityType> = new Set(['materialLine', 'workLine']);

const hashesOf = (
  { records }: ProjectState,
  sha256: Sha256,
  since: number,
  canSeeCosts: boolean,
): Record<string, string> => {
  const hashes: Record<string, string> = {};
  for (const type of entityTypes) {
    if (!canSeeCosts && costly.has(type)) continue;
    for (const entity of (records[type] as ReadonlyMap<string, Entity>).values())
      if (entity.updatedSeq >= since) hashes[entity.id] = entityHash(sha256, type, entity);
  }
  return hashes;
};

const quoteCard = (
  quote: NonNullable<ReturnType<ProjectState['quotes']['get']>>,
  state: ProjectState,
  sha256: Sha256,
): QuoteCard => ({
  id: quote.id,
  number: quote.number,
  version: quote.version,
  status: quote.status,
  issuedAt: quote.issuedAt,
  totalMinor: quote.totalMinor,
  locale: quote.locale,
  validUntil: quote.validUntil,
  isOutdated: quote.status !== 'superseded' && isOutdated(quote, { ...state, sha256 }),
});

/** What one person has open; somebody who was never here has the defaults. */
const sessionView = (state: ProjectState, userId: string): SessionView => {
  const session = state.sessions.get(userId) ?? emptySession('');
  const { settings, draft } = session;
  const known = knownAnswers(projectOf(state.records), settings.savedAnswers);
  const asked = {
    questions: questionsFor(state, session),
    answers: effectiveAnswers(known, settings.draftAnswers),
    skippedQids: settings.skippedQids,
  };
  const active = session.activeTurn && state.turns.get(session.activeTurn.turnId);
  const last = lastTurnOf(state, userId);
  return {
    settings,
    draft: draft && plainDraft(draft),
    diff: draft ? diffOf(state.records, draft) : [],
    parked: session.parked.map(plainDraft),
    comments: draft ? plainComments(draft) : [],
    questions: shownQuestions(asked.questions, { ...settings, savedAnswers: known }),
    progress: progressOf(asked),
    activeTurn: active ? { turnId: active.turnId, since: active.startedAt, eventType: active.eventType } : null,
    abandoned:
      last?.status === 'failed' && last.errorCode === 'TURN_ABANDONED' && last.userMessage !== undefined
        ? { turnId: last.turnId, text: last.userMessage }
        : null,
  };
};

/** Those in front of a person, and whatever they typed and did not save yet: a typed answer never leaves the panel. */
const shownQuestions = (
  questions: readonly Question[],
  { visibleQids, draftAnswers, savedAnswers, skippedQids }: SessionSettings,
): Question[] => {
  const isOpen = ({ qid }: Question) => !Object.hasOwn(savedAnswers, qid) && !skippedQids.includes(qid);
  const byQid = new Map(questions.map((question) => [question.qid, question]));
  const visible = visibleQids.flatMap((qid) => byQid.get(qid) ?? []).filter(isOpen);
  const shown = visible.length > 0 ? visible : nextQuestions({ questions, answers: savedAnswers, skippedQids });
  const typed = questions.filter((each) => Object.hasOwn(draftAnswers, each.qid) && !shown.includes(each));
  return [...typed, ...shown];
};

const lastTurnOf = (state: ProjectState, userId: string) => {
  const messages = state.messages.findLast((message) => message.userId === userId && message.role === 'user');
  return messages && state.turns.get(messages.turnId);
};

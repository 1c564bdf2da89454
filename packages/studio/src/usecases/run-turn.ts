import type { Lang, RoutingSummary, StudioEvent, StudioTurnDone } from '@atelier/contracts/studio';
import { err, ok, type Result } from '@atelier/kernel/core';
import { decide } from '../core/decide/decide.ts';
import type { Outcome } from '../core/decide/facts.ts';
import type { ProjectState } from '../core/fold/state.ts';
import type { StudioPorts } from '../ports/index.ts';
import {
  type Admitted,
  admit,
  admittedNow,
  createRateLimit,
  type LetIn,
  type TurnRefused,
  type TurnRequest,
} from './admit.ts';
import { type AnswerParts, answerOf, messageIdOf, partsOfOutcome } from './answer.ts';
import { type Committed, createCommit } from './commit.ts';
import { repeatOf, requestHashOf, turnIdOf } from './idempotency.ts';
import { tapePorts } from './replay/taped-ports.ts';
import { workspaceIdOf } from './replay/workspace-id.ts';
import { createSkillTurns, isSkillEvent } from './skill-turn.ts';
import { readStoredResult, storeEnd } from './stored-result.ts';
import type { StudioCaller } from './turn-caller.ts';
import { messageAdded, type TurnOf, tagsOf, turnCompleted, turnStarted } from './turn-events.ts';
import { createTurnFacts } from './turn-facts.ts';
import { langFor, routedByEvent } from './turn-words.ts';
import type { TurnWork } from './turn-work.ts';

export type RunTurn = (request: TurnRequest, caller: StudioCaller) => Promise<Result<StudioTurnDone, TurnRefused>>;

/** These are sent while a person types or points; they would fill the minute of somebody who only works quickly. */
const unlimited: ReadonlySet<StudioEvent['type']> = new Set([
  'saveAnswerDraft',
  'setPins',
  'setScope',
  'cancelTurn',
  'markSeen',
]);
/** What may not happen to a draft while a skill is changing it. */
const waitsForSkill: ReadonlySet<StudioEvent['type']> = new Set([
  'applyDraft',
  'discardDraft',
  'editDraft',
  'resolveConflicts',
  'rebaseDraft',
  'restoreDraftRevision',
  'activateDraft',
  'parkDraft',
]);

/**
 * The one way anything happens to a project. Who asks is settled first, then whether this very action was sent before;
 * an event that runs no skill is decided and recorded in one batch, so there is nothing of it to recover.
 */
export const createStudioTurns = (ports: StudioPorts) => {
  const commit = createCommit(ports);
  const limit = createRateLimit(ports.now);
  const skillTurns = createSkillTurns(commit);
  let workspaceId = '';
  const idOfWorkspace = async (): Promise<string> => {
    workspaceId ||= await workspaceIdOf(ports.log);
    return workspaceId;
  };

  /** Of a turn that has ended: what it answered, again. */
  const replay = async (
    stream: string,
    state: ProjectState,
    turnId: string,
  ): Promise<Result<StudioTurnDone, TurnRefused>> => {
    const turn = state.turns.get(turnId);
    if (turn?.status === 'failed')
      return err({ code: turn.errorCode === 'TURN_CANCELLED' ? 'TURN_CANCELLED' : 'TURN_ABANDONED', turnId });
    const stored = turn?.endSeq === undefined ? undefined : await readStoredResult(ports, stream, turn.endSeq);
    if (!stored) throw new Error(`the answer of turn ${turnId} is missing`);
    return ok({ ...stored, replayed: true });
  };

  const settled = async (
    { stream, state }: Pick<Admitted, 'stream' | 'state'>,
    turn: TurnOf,
  ): Promise<Result<StudioTurnDone, TurnRefused> | undefined> => {
    const repeat = repeatOf(state, turn.turnId, turn.requestHash);
    switch (repeat.kind) {
      case 'new':
        return undefined;
      case 'other_body':
        return err({ code: 'IDEMPOTENCY_KEY_REUSED' });
      case 'running':
        return err({ code: 'TURN_IN_PROGRESS', turnId: turn.turnId, afterMs: 1_000 });
      case 'ended':
        return replay(stream, state, turn.turnId);
    }
  };

  const runHandler = async (
    admitted: LetIn,
    turn: TurnOf,
    work: TurnWork,
  ): Promise<Result<StudioTurnDone, TurnRefused>> => {
    let answer: StudioTurnDone | undefined;
    const recorded = await recordHandled(work, admitted, turn, (made) => {
      answer = made;
    });
    if (recorded.ok && recorded.value.isWritten && answer) return ok(answer);
    // Somebody else's request with the same key came first.
    const again = await ports.projects.at(admitted.stream);
    const before = again.ok ? await settled({ stream: admitted.stream, state: again.value.state }, turn) : undefined;
    if (before) return before;
    return recorded.ok ? err({ code: 'TURN_IN_PROGRESS', turnId: turn.turnId, afterMs: 100 }) : recorded;
  };

  const run: RunTurn = async (request, caller) => {
    const admitted = await admit(ports, request, caller);
    if (!admitted.ok) return admitted;
    const { event, state, stream } = admitted.value;
    const { userId } = caller;
    const turn: TurnOf = {
      turnId: turnIdOf(ports.sha256, request.projectId, userId, request.idempotencyKey),
      userId,
      idempotencyKey: request.idempotencyKey,
      requestHash: requestHashOf(ports.sha256, event),
      eventType: event.type,
      ...textOf(event),
      ...(request.retryOf !== undefined && { retryOf: request.retryOf }),
    };
    const before = await settled({ stream, state }, turn);
    if (before) return before;
    const afterMs = unlimited.has(event.type) ? undefined : limit(userId);
    if (afterMs !== undefined) return err({ code: 'RATE_LIMITED', afterMs });
    if (event.type === 'cancelTurn') skillTurns.cancel(event.turnId);
    const taped = tapePorts(ports, commit, {
      request: event,
      caller,
      role: admitted.value.role,
      workspaceId: await idOfWorkspace(),
    });
    const work: TurnWork = { ...taped, factsFor: createTurnFacts(taped.ports) };
    if (isSkillEvent(event)) return skillTurns.run(admitted.value, turn, work);
    const active = state.sessions.get(userId)?.activeTurn;
    if (active && waitsForSkill.has(event.type))
      return err({ code: 'SESSION_BUSY', turnId: active.turnId, afterMs: 1_000 });
    return runHandler(admitted.value, turn, work);
  };

  const recover = (projectIds: readonly string[], isShared: boolean): Promise<void> =>
    skillTurns.recover(ports.now, projectIds, isShared);
  return { run, recover, stop: skillTurns.stop };
};

/** A turn as it ran once, in a world that is played back to it. */
export const runAgain = async (work: TurnWork, admitted: LetIn, turn: TurnOf): Promise<Result<unknown, TurnRefused>> =>
  isSkillEvent(admitted.event)
    ? createSkillTurns(work.commit).run(admitted, turn, work)
    : recordHandled(work, admitted, turn, () => {});

const textOf = (event: StudioEvent): Pick<TurnOf, 'userMessage' | 'answers'> => {
  if (event.type === 'chatMessage') return { userMessage: event.text };
  if (event.type === 'resolveScope') return { answers: { turnId: event.turnId, choice: event.choice } };
  return event.type === 'reviseDraft' ? { userMessage: event.feedbackText } : {};
};

/** What people want to find in the thread later; pins, autosaves and ticks would only bury it. */
const spoken: ReadonlySet<StudioEvent['type']> = new Set([
  'applyDraft',
  'discardDraft',
  'approveElement',
  'advanceStage',
  'issueQuote',
  'setQuoteStatus',
  'undoChangeSet',
  'importLegacy',
  'pinPolicy',
  'setProjectPricing',
  'decideGraveyard',
]);

/** Decides one event and records everything it comes to in one batch, its own beginning and end included. */
export const recordHandled = async (
  { ports, commit, factsFor, tape }: TurnWork,
  admitted: LetIn,
  turn: TurnOf,
  onAnswer: (answer: StudioTurnDone) => void,
) =>
  commit<TurnRefused | { readonly code: 'REPEATED' }>(admitted.stream, async (state, seq) => {
    if (repeatOf(state, turn.turnId, turn.requestHash).kind !== 'new') return err({ code: 'REPEATED' });
    const role = admittedNow(state, admitted);
    if (!role.ok) return role;
    const { event } = admitted;
    const facts = await factsFor({ ...admitted, state, role: role.value }, turn);
    const outcome = decide(state, event, facts);
    const lang = await langFor(ports, state, turn.userId);
    const routing = routedByEvent(state, event);
    const parts = partsOfOutcome(outcome, routing, lang);
    return ok(
      await handledBatch(ports, turn, { outcome, parts, routing, lang, seq, tape }, spoken.has(event.type), onAnswer),
    );
  }) as Promise<Result<Committed, TurnRefused>>;

type Handled = {
  readonly outcome: Outcome;
  readonly parts: AnswerParts;
  readonly routing: RoutingSummary;
  readonly lang: Lang;
  readonly seq: number;
  readonly tape: TurnWork['tape'];
};

const handledBatch = async (
  ports: StudioPorts,
  turn: TurnOf,
  { outcome, parts, routing, lang, seq, tape }: Handled,
  isSpoken: boolean,
  onAnswer: (answer: StudioTurnDone) => void,
) => {
  const { sha256 } = ports;
  const said =
    isSpoken && outcome.outcome === 'done'
      ? [
          messageAdded(turn, {
            id: messageIdOf(sha256, turn.turnId, 'assistant'),
            role: 'system',
            text: parts.text,
            lang,
            tags: tagsOf(routing, { outcome: outcome.outcome }),
          }),
        ]
      : [];
  const headSeq = seq + 1 + outcome.events.length + said.length + 1;
  const answer = answerOf({ turnId: turn.turnId, lang, sha256 }, headSeq, parts);
  onAnswer(answer);
  const stored = await storeEnd(ports, answer, tape?.());
  const validation = [...outcome.warnings, ...outcome.blockers].map(({ code, severity, opId }) => ({
    code,
    severity,
    ...(opId !== undefined && { opId }),
  }));
  const completed = turnCompleted(turn, {
    routing,
    validation,
    outcome: outcome.outcome,
    ...stored.data,
    ...(outcome.changeSetId !== undefined && { changeSetId: outcome.changeSetId }),
    ...(outcome.reconciliationRunId !== undefined && { reconciliationRunId: outcome.reconciliationRunId }),
  });
  return { events: [turnStarted(turn), ...outcome.events, ...said, completed], pins: stored.pins };
};

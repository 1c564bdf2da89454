import type { StudioEvent, StudioEventOf, StudioTurnDone } from '@atelier/contracts/studio';
import { projectStream } from '@atelier/contracts/studio';
import { err, type JsonObject, ok, type Result } from '@atelier/kernel/core';
import { stateAfter } from '../core/decide/conclude.ts';
import { decide } from '../core/decide/decide.ts';
import type { TurnFacts } from '../core/decide/facts.ts';
import type { NewProjectEvent } from '../core/events/project-event.ts';
import type { ProjectState } from '../core/fold/state.ts';
import { languageOf } from '../core/language/language-of.ts';
import { admittedNow, type LetIn, type TurnRefused } from './admit.ts';
import { type AnswerParts, answerOf, messageIdOf } from './answer.ts';
import type { Commit } from './commit.ts';
import { repeatOf } from './idempotency.ts';
import { sayAnswer } from './say-answer.ts';
import { concludeSkill, type SkillRunFacts, type Worked } from './skill-work.ts';
import { storeEnd } from './stored-result.ts';
import { messageAdded, type TurnOf, tagsOf, turnFailed, turnStarted } from './turn-events.ts';
import { langOf } from './turn-words.ts';
import type { TurnWork } from './turn-work.ts';
import { workOn } from './work-on.ts';

export type SkillEvent = StudioEventOf<
  'chatMessage' | 'generateQuestions' | 'reviseDraft' | 'resolveScope' | 'rerunDraft'
>;
const skillEvents: ReadonlySet<StudioEvent['type']> = new Set<SkillEvent['type']>([
  'chatMessage',
  'generateQuestions',
  'reviseDraft',
  'resolveScope',
  'rerunDraft',
]);
export const isSkillEvent = (event: StudioEvent): event is SkillEvent => skillEvents.has(event.type);

/** Longer than the longest answer of a model may take; a turn without an end after it was cut off. */
const leaseMs = 120_000;

/**
 * Turns that run a skill. The beginning is recorded first, so that a crash leaves a turn to send again and nothing else;
 * the end and all it did are one batch. Both ends share one key: a worker that comes late writes nothing.
 */
export const createSkillTurns = (commitNow: Commit) => {
  const running = new Map<string, AbortController>();

  const begin = ({ ports, commit }: TurnWork, admitted: LetIn, turn: TurnOf) =>
    commit<TurnRefused>(admitted.stream, (state) => {
      if (repeatOf(state, turn.turnId, turn.requestHash).kind !== 'new')
        return err({ code: 'TURN_IN_PROGRESS', turnId: turn.turnId, afterMs: 500 });
      const role = admittedNow(state, admitted);
      if (!role.ok) return role;
      const at = ports.now();
      const active = state.sessions.get(turn.userId)?.activeTurn;
      if (active && !isOver(active.leaseUntil, at))
        return err({ code: 'SESSION_BUSY', turnId: active.turnId, afterMs: 1_000 });
      const abandoned = active ? [turnFailed({ turnId: active.turnId, userId: turn.userId }, 'TURN_ABANDONED')] : [];
      const lease = new Date(at.getTime() + leaseMs).toISOString();
      const said = turn.userMessage
        ? [
            messageAdded(turn, {
              id: messageIdOf(ports.sha256, turn.turnId, 'user'),
              role: 'user',
              text: turn.userMessage,
              lang: languageOf(turn.userMessage, langOf(state, turn.userId)),
              tags: tagsOf({
                route: '',
                turnStage: [...state.records.project.values()][0]?.projectStage ?? 'ideation',
                turnChannel: 'chat',
                chosenSkillId: null,
                routedBy: 'event',
                confidence: 1,
                reasons: [],
              }),
            }),
          ]
        : [];
      return ok({ events: [...abandoned, turnStarted(turn, lease), ...said] });
    });

  const end = async (
    work: TurnWork,
    begun: LetIn,
    turn: TurnOf,
    worked: Worked,
    workedMs: number,
  ): Promise<Result<StudioTurnDone, TurnRefused>> => {
    const { ports, commit, factsFor, tape } = work;
    let answer: StudioTurnDone | undefined;
    const recorded = await commit<TurnRefused>(begun.stream, async (state, seq) => {
      const now = state.turns.get(turn.turnId);
      if (now?.status !== 'started')
        return err({
          code: now?.errorCode === 'TURN_CANCELLED' ? 'TURN_CANCELLED' : 'TURN_ABANDONED',
          turnId: turn.turnId,
        });
      const role = admittedNow(state, begun);
      if (!role.ok) return role;
      const admitted = { ...begun, state, role: role.value };
      const event = worked.kind === 'decided' ? worked.event : admitted.event;
      const facts = await factsFor({ ...admitted, event }, turn);
      const startedAt = ports.now().getTime();
      const issueFacts = await factsToIssue(work, admitted, turn, worked, facts);
      const { parts, lang, completed, ...concluded } = concludeSkill(state, facts, turn, worked, issueFacts);
      const events = [
        ...concluded.events,
        ...(worked.ran ? [agentRun(turn, worked.ran, workedMs, ports.now().getTime() - startedAt, parts)] : []),
      ];
      const sources = worked.kind === 'skill' ? (worked.output.sources ?? []).slice(0, 8) : [];
      const said = messageAdded(turn, {
        id: messageIdOf(ports.sha256, turn.turnId, 'assistant'),
        role: 'assistant',
        text: parts.text,
        lang,
        tags: tagsOf(parts.routing, {
          render: parts.render.kind,
          outcome: parts.outcome,
          elementIds: worked.elementIds.slice(0, 50),
          ...(sources.length > 0 && { sources }),
          ...(parts.render.kind === 'draft_changes' && { draftRevision: parts.render.draft.revision }),
        }),
      });
      const headSeq = seq + events.length + 2;
      answer = answerOf({ turnId: turn.turnId, lang, sha256: ports.sha256 }, headSeq, parts);
      const { data, pins } = await storeEnd(ports, answer, tape?.());
      return ok({ events: [...events, said, completed(data)], pins });
    });
    if (!recorded.ok) return recorded;
    return answer ? ok(answer) : err({ code: 'TURN_ABANDONED', turnId: turn.turnId });
  };

  /** A number is taken only for a quote that will be issued, on the project as the changes leave it. */
  const factsToIssue = async (
    { factsFor }: TurnWork,
    admitted: LetIn & { readonly state: ProjectState },
    turn: TurnOf,
    worked: Worked,
    facts: TurnFacts,
  ): Promise<TurnFacts | undefined> => {
    if (worked.kind !== 'decided' || !worked.thenIssue) return undefined;
    const applied = decide(admitted.state, worked.event, facts);
    if (applied.outcome !== 'done') return undefined;
    const state = stateAfter(admitted.state, applied.events, facts.now);
    return factsFor({ ...admitted, state, event: worked.thenIssue }, turn);
  };

  const fail = (stream: string, turn: TurnOf, code: 'TURN_ABANDONED' | 'TURN_CANCELLED') =>
    commitNow(stream, (state) =>
      ok({ events: state.turns.get(turn.turnId)?.status === 'started' ? [turnFailed(turn, code)] : [] }),
    );

  return {
    run: async (admitted: LetIn, turn: TurnOf, work: TurnWork): Promise<Result<StudioTurnDone, TurnRefused>> => {
      const { ports, factsFor } = work;
      const begun = await begin(work, admitted, turn);
      if (!begun.ok) return begun;
      // The same request came through another server in the same moment: one of them works on it.
      if (!begun.value.isWritten) return err({ code: 'TURN_IN_PROGRESS', turnId: turn.turnId, afterMs: 500 });
      const stop = new AbortController();
      running.set(turn.turnId, stop);
      const startedAt = ports.now().getTime();
      const answer = sayAnswer(ports, admitted.stream, turn);
      try {
        const event = admitted.event as SkillEvent;
        const worked = await workOn(ports, factsFor, { ...admitted, event }, turn, {
          signal: stop.signal,
          onSaid: answer.onSaid,
        });
        if (stop.signal.aborted) {
          const code = stop.signal.reason === 'cancel' ? 'TURN_CANCELLED' : 'TURN_ABANDONED';
          await fail(admitted.stream, turn, code);
          return err({ code, turnId: turn.turnId });
        }
        const ended = await end(work, admitted, turn, worked, ports.now().getTime() - startedAt);
        // What could not be recorded is over all the same: the person's next message does not wait for its lease.
        if (!ended.ok && unrecorded.has(ended.error.code)) await fail(admitted.stream, turn, 'TURN_ABANDONED');
        return ended;
      } catch (cause) {
        // Nothing may look under way for ever: the turn ends, and what was typed can be sent again.
        await fail(admitted.stream, turn, 'TURN_ABANDONED').catch(() => undefined);
        throw cause;
      } finally {
        answer.end();
        running.delete(turn.turnId);
      }
    },
    cancel: (turnId: string): void => running.get(turnId)?.abort('cancel'),
    /** At start: turns that a stop or a crash cut off can be sent again. On a shared database others may still work. */
    recover: async (now: () => Date, projectIds: readonly string[], isShared: boolean): Promise<void> => {
      for (const id of projectIds) {
        const stream = projectStream(id);
        await commitNow(stream, (state) => {
          const at = now();
          const cut = [...state.sessions].flatMap(([userId, { activeTurn }]) =>
            activeTurn && (!isShared || isOver(activeTurn.leaseUntil, at))
              ? [{ turnId: activeTurn.turnId, userId }]
              : [],
          );
          return ok({ events: cut.map((turn) => turnFailed(turn, 'TURN_ABANDONED')) });
        });
      }
    },
    /** The server stops: skills end at once, and say so. */
    stop: (): void => {
      for (const stop of running.values()) stop.abort('stop');
    },
  };
};

/** Why the end of a turn was not recorded, where the turn itself still looks under way. */
const unrecorded: ReadonlySet<TurnRefused['code']> = new Set(['BUSY', 'PROJECT_NOT_FOUND', 'FORBIDDEN']);

/** What one run of a skill took and cost. */
const agentRun = (
  { turnId, userId }: TurnOf,
  { run, ok: isOk, contextMs, executionMs, judgeMs }: SkillRunFacts,
  workedMs: number,
  concludedMs: number,
  { warnings = [], blockers = [], render }: AnswerParts,
): NewProjectEvent => {
  const ms = {
    routing: Math.max(0, workedMs - contextMs - executionMs - judgeMs),
    context: contextMs,
    execution: executionMs,
    validation: judgeMs + concludedMs,
  };
  const validation = { errors: blockers.length, warnings: warnings.length };
  const revision = render.kind === 'draft_changes' ? { draftRevision: render.draft.revision } : {};
  return {
    kind: 'agentRun.recorded',
    data: { by: userId, turnId, userId, run: { ...(run as JsonObject), ok: isOk, ms, validation, ...revision } },
  };
};

const isOver = (leaseUntil: string | undefined, now: Date): boolean =>
  leaseUntil === undefined || Date.parse(leaseUntil) < now.getTime();

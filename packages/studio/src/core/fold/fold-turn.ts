import type { ProjectEvent } from '../events/project-event.ts';
import { sessionAt } from './fold-session.ts';
import type { ProjectState } from './state.ts';

type TurnEvent = Extract<
  ProjectEvent,
  { kind: 'turn.started' | 'turn.completed' | 'turn.failed' | 'message.added' | 'agentRun.recorded' }
>;

export const foldTurn = (state: ProjectState, event: TurnEvent): void => {
  const session = sessionAt(state, event.data.userId, event.at);
  switch (event.kind) {
    case 'turn.started': {
      const {
        turnId = '',
        userId,
        idempotencyKey,
        requestHash,
        eventType,
        userMessage,
        answers,
        leaseUntil,
      } = event.data;
      state.turns.set(turnId, {
        turnId,
        userId,
        idempotencyKey,
        requestHash,
        eventType,
        startedAt: event.at,
        startedSeq: event.seq,
        status: 'started',
        ...(userMessage === undefined ? {} : { userMessage }),
        ...(answers === undefined ? {} : { answers }),
      });
      state.turnByKey.set(`${userId}\n${idempotencyKey}`, turnId);
      if (eventType !== 'markSeen') session.actedSeq = event.seq;
      if (leaseUntil !== undefined) session.activeTurn = { turnId, leaseUntil };
      return;
    }
    case 'turn.completed': {
      const { turnId = '', routing, usedRouterModel, scope } = event.data;
      end(state, event, 'completed');
      if (session.activeTurn?.turnId === turnId) session.activeTurn = null;
      if (routing) session.lastRouting = routing;
      if (scope && scope.resolved.length > 0) session.lastScope = scope.resolved;
      const skillId = routing?.chosenSkillId;
      if (skillId) {
        session.settings = { ...session.settings, lastSkillId: skillId };
        const turn = state.turns.get(turnId);
        if (turn) turn.skillId = skillId;
        state.skillTurns.push({ turnId, at: event.at, usedRouterModel: usedRouterModel === true });
        if (state.skillTurns.length > 200) state.skillTurns.shift();
      }
      if (event.data.eventType === 'applyDraft' && event.data.validation?.some(({ code }) => code === 'APPLY_CONFLICT'))
        state.applies.push({ at: event.at, outcome: 'conflicted', flagged: false });
      return;
    }
    case 'turn.failed': {
      end(state, event, 'failed');
      const turn = state.turns.get(event.data.turnId ?? '');
      if (turn) turn.errorCode = event.data.errorCode;
      if (session.activeTurn?.turnId === event.data.turnId) session.activeTurn = null;
      return;
    }
    case 'message.added':
      state.messages.push({ ...event.data.message, at: event.at, seq: event.seq, userId: event.data.userId });
      return;
    case 'agentRun.recorded':
      return;
  }
};

const end = (state: ProjectState, event: TurnEvent, status: 'completed' | 'failed'): void => {
  const turn = state.turns.get(event.data.turnId ?? '');
  // Whoever comes second writes nothing, so the first end stands.
  if (turn?.status !== 'started') return;
  turn.status = status;
  turn.endedAt = event.at;
  turn.endSeq = event.seq;
};

import type { LogEvent } from '@atelier/kernel/core';
import { sessionKinds } from '../core/events/project-event.ts';

export type ProjectAudience = { readonly userId: string; readonly canSeeCosts: boolean };

/** In these nothing of what the studio pays, earns or says about money can stand. */
const withoutCosts: ReadonlySet<string> = new Set([
  'stage.changed',
  'element.approved',
  'fact.decided',
  'knowledge.changed',
  'member.set',
  'member.removed',
  'project.imported',
]);

/** What passes between one person and the turn engine. */
const ownTurns: ReadonlySet<string> = new Set(['turn.started', 'turn.completed', 'turn.failed', 'agentRun.recorded']);

/**
 * What a member sees of an event: all of it, less of it, or nothing. Drafts, pins and answers are their owner's. Whoever
 * may not see costs sees only kinds in which no cost can be written: a text could hold one anywhere else.
 */
export const showProjectEvent = ({ userId, canSeeCosts }: ProjectAudience, event: LogEvent): LogEvent | undefined => {
  const own = event.data.userId === userId;
  if (sessionKinds.has(event.kind) || ownTurns.has(event.kind)) {
    if (!own || !canSeeCosts) return undefined;
    if (event.kind !== 'turn.completed') return event;
    // Whoever asked has the answer already; a tab that was away asks for the view.
    const { result: _result, tape: _tape, ...data } = event.data;
    return { ...event, data };
  }
  return canSeeCosts || withoutCosts.has(event.kind) ? event : undefined;
};

/** An answer that is being written, by whose question it answers: nobody else is told. */
export const answerDeltaId = (userId: string, turnId: string): string => `${userId}/${turnId}`;
export const isAnswerOf = (userId: string, deltaId: string): boolean => deltaId.startsWith(`${userId}/`);

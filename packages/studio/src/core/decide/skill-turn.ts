import { err, ok, type Result } from '@atelier/kernel/core';
import type { DroppedOp, Impact } from '../domain/draft.ts';
import type { Fact } from '../domain/entities.ts';
import type { Issue } from '../domain/findings.ts';
import type { LText } from '../domain/primitives.ts';
import { reviseDraft } from '../draft/revise.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import type { ProjectState } from '../fold/state.ts';
import type { FactProposal } from '../questions/facts.ts';
import type { ValidationContext } from '../validate/context.ts';
import { parseOps } from '../validate/shape.ts';
import { makeRoom } from './conclude.ts';
import type { TurnFacts } from './facts.ts';
import { recordFacts } from './facts-decisions.ts';

/** The whole next draft as a skill returns it: what it carries over by name, and what it adds or changes. */
export type ProposedDraft = {
  readonly title: LText;
  readonly ops: readonly unknown[];
  readonly carry: 'all' | readonly string[];
  readonly dropped: readonly DroppedOp[];
};

export type DraftLimits = {
  readonly maxOps: number;
  readonly scope?: ValidationContext['scope'];
  /** Why a judge holds it back. */
  readonly blockedReasons?: readonly LText[];
  /** The critic's follow-up waits beside an open draft instead of replacing it. */
  readonly place?: 'active' | 'parked';
  readonly source?: 'user' | 'critic';
  /** A re-run starts from nothing: the draft's old ops are replaced, not carried. */
  readonly fresh?: true;
};

export type DraftProposal = {
  readonly events: readonly NewProjectEvent[];
  readonly issues: readonly Issue[];
  readonly impact: Impact;
};

/** A skill's proposal as the next revision of the person's draft, or everything that is wrong with it. */
export const proposeDraft = (
  state: ProjectState,
  facts: TurnFacts,
  proposed: ProposedDraft,
  limits: DraftLimits,
): Result<DraftProposal, readonly Issue[]> => {
  const parsed = parseOps(proposed.ops);
  if (parsed.issues.length > 0) return err(parsed.issues);
  const place = limits.place ?? 'active';
  const draft = place === 'active' ? (state.sessions.get(facts.userId)?.draft ?? null) : null;
  const before = draft?.ops ?? [];
  // What the server fills in is never taken from a skill.
  const own = parsed.ops.map(({ ifMatch: _m, base: _b, ...op }) => op as (typeof parsed.ops)[number]);
  const replaced = new Map(own.map((op) => [op.opId, op]));
  const carried = limits.fresh
    ? []
    : before.filter(({ opId }) => proposed.carry === 'all' || proposed.carry.includes(opId));
  const dropped = new Set(proposed.dropped.map(({ opId }) => opId));
  const kept = carried.filter(({ opId }) => !dropped.has(opId));
  const had = new Set(kept.map(({ opId }) => opId));
  const ops = [
    ...kept.map((op) => {
      const now = replaced.get(op.opId);
      return now ? { ...now, groupId: op.groupId } : op;
    }),
    ...own.filter(({ opId }) => !had.has(opId)),
  ];
  const revised = reviseDraft(state, facts, {
    draft,
    ops,
    title: proposed.title,
    dropped: limits.fresh ? before.map(({ opId }) => ({ opId, reason: rerun })) : proposed.dropped,
    place,
    maxOps: limits.maxOps,
    ...(limits.fresh ? { startsNow: true } : {}),
    ...(limits.source ? { source: limits.source } : {}),
    ...(limits.scope ? { scope: limits.scope } : {}),
    ...(limits.blockedReasons ? { blockedReasons: limits.blockedReasons } : {}),
  });
  if (!revised.ok) return revised;
  const { event, issues, impact } = revised.value;
  return ok({ events: [...(place === 'parked' ? makeRoom(state, facts) : []), event], issues, impact });
};

const rerun = { he: 'הבקשות רצו מחדש', en: 'The requests were run again' };

/** What a skill noticed on the way is proposed, and nothing more. */
export const proposeFacts = (
  state: ProjectState,
  facts: TurnFacts,
  proposals: readonly FactProposal[],
): { readonly facts: readonly Fact[]; readonly events: readonly NewProjectEvent[] } => {
  const found = recordFacts(state, facts, proposals.slice(0, 10), 'proposed');
  const { userId, turnId } = facts;
  return {
    facts: found,
    events: found.length === 0 ? [] : [{ kind: 'fact.recorded', data: { by: userId, turnId, facts: [...found] } }],
  };
};

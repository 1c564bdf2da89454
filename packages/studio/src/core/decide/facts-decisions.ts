import { derivedId } from '@atelier/kernel/core';
import type { Fact } from '../domain/entities.ts';
import type { StudioEventOf } from '../domain/studio-event.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { agrees, mappedFact } from '../facts/mapped.ts';
import type { ProjectState } from '../fold/state.ts';
import type { FactProposal } from '../questions/facts.ts';
import { both } from '../words/issue.ts';
import { conclude } from './conclude.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { done, notFound } from './outcome.ts';

/** Whether a fact says something else than what was approved. */
export const contradiction = (
  state: ProjectState,
  fact: Pick<Fact, 'subject' | 'key' | 'value'>,
): string | undefined => {
  const mapped = mappedFact(fact);
  const snapshot = state.snapshots.get(fact.subject.id)?.at(-1);
  return mapped && snapshot && !agrees(mapped, snapshot.spec) ? snapshot.id : undefined;
};

/** Facts as they are recorded. What is known already is not recorded twice. */
export const recordFacts = (
  state: ProjectState,
  facts: TurnFacts,
  proposals: readonly FactProposal[],
  status: 'proposed' | 'accepted',
): readonly Fact[] => {
  const known = new Set(
    [...state.records.fact.values()]
      .filter((fact) => fact.status === 'accepted' || fact.status === status)
      .map(sayingOf),
  );
  return proposals.flatMap((proposal, nth): readonly Fact[] => {
    const saying = sayingOf(proposal);
    if (known.has(saying)) return [];
    known.add(saying);
    const against = contradiction(state, proposal);
    return [
      {
        id: derivedId('fct', facts.sha256, `${facts.turnId}/fact/${nth}`),
        ...proposal,
        // What contradicts an approved version is only proposed, whoever says it.
        status: against === undefined ? status : 'proposed',
        ...(against === undefined ? {} : { contradicts: [against] }),
        createdAt: facts.now,
        createdBy: facts.userId,
        updatedAt: facts.now,
        updatedSeq: state.seq,
        origin: {
          source: proposal.source.kind === 'legacy' ? 'import' : proposal.source.kind === 'skill' ? 'skill' : 'manual',
          turnId: facts.turnId,
        },
        tombstone: null,
      },
    ];
  });
};

const sayingOf = ({ subject, key, value }: Pick<Fact, 'subject' | 'key' | 'value'>): string =>
  JSON.stringify([subject.kind, subject.id, key, value]);

/** Facts that newer ones take the place of: accepted ones, and proposals of the same answer or of the same value. */
export const superseded = (state: ProjectState, accepted: readonly Fact[]): readonly Fact[] => {
  const keys = new Map(accepted.map((fact) => [JSON.stringify([fact.subject.id, fact.key]), fact]));
  return [...state.records.fact.values()].filter((fact) => {
    const newer = keys.get(JSON.stringify([fact.subject.id, fact.key]));
    if (newer === undefined || newer.id === fact.id) return false;
    if (fact.status === 'accepted') return true;
    return fact.status === 'proposed' && (fact.source.kind === 'questionnaire' || sayingOf(fact) === sayingOf(newer));
  });
};

/** Accepting a fact changes no element: where it contradicts an approved version, a flag and a draft say so. */
export const decideFacts = (state: ProjectState, event: StudioEventOf<'decideFacts'>, facts: TurnFacts): Outcome => {
  const accepted: Fact[] = [];
  const decisions: { factId: string; status: Fact['status'] }[] = [];
  for (const { factId, decision } of event.decisions) {
    const fact = state.records.fact.get(factId);
    if (!fact) return notFound();
    const status = decision === 'accept' ? 'accepted' : 'rejected';
    if (fact.status === status) continue;
    decisions.push({ factId, status });
    if (status === 'accepted') accepted.push(fact);
  }
  decisions.push(...superseded(state, accepted).map(({ id }) => ({ factId: id, status: 'superseded' as const })));
  if (decisions.length === 0) return done([], both('כבר הוחלט.', 'Already decided.'));
  const { userId, turnId } = facts;
  const decided: NewProjectEvent = { kind: 'fact.decided', data: { by: userId, turnId, decisions } };
  return conclude(
    state,
    facts,
    done(
      [decided],
      both(`הוחלט על ${event.decisions.length} עובדות.`, `${event.decisions.length} facts were decided.`),
    ),
  );
};

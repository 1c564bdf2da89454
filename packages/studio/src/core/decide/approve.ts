import { derivedId } from '@atelier/kernel/core';
import type { StudioEventOf } from '../domain/studio-event.ts';
import type { NewProjectEvent } from '../events/project-event.ts';
import { isLive } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { specHash, specOf } from '../patch/hash.ts';
import { both, counted } from '../words/issue.ts';
import { conclude } from './conclude.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { done, notFound, rejected } from './outcome.ts';

/** A person approves elements as they saw them: each becomes the next version that quotes and plans read. */
export const approveElement = (
  state: ProjectState,
  event: StudioEventOf<'approveElement'>,
  facts: TurnFacts,
): Outcome => {
  const events: NewProjectEvent[] = [];
  for (const elementId of new Set(event.elementIds)) {
    const element = state.records.element.get(elementId);
    if (!element || !isLive(element)) return notFound();
    const hash = specHash(facts.sha256, element);
    if (event.expectedSpecHashes[elementId] !== hash)
      return rejected(
        'APPLY_CONFLICT',
        both(
          'האלמנט השתנה מאז שראיתם אותו. בדקו ואשרו שוב.',
          'The element changed since you saw it. Look and approve again.',
        ),
      );
    const versions = state.snapshots.get(elementId) ?? [];
    // Approved as it is: a second version that says the same would only confuse.
    if (versions.at(-1)?.specHash === hash) continue;
    const { userId, turnId, sha256, now } = facts;
    events.push({
      kind: 'element.approved',
      data: {
        by: userId,
        turnId,
        snapshot: {
          id: derivedId('es', sha256, `${turnId}/${elementId}`),
          elementId,
          version: versions.length + 1,
          spec: specOf(element),
          specHash: hash,
          approvedBy: userId,
          approvedAt: now,
          basedOnSeq: state.seq,
        },
      },
    });
  }
  if (events.length === 0) return done([], both('כבר מאושר.', 'Already approved.'));
  return conclude(
    state,
    facts,
    done(
      events,
      counted(
        events.length,
        both('אושר אלמנט אחד.', 'One element was approved.'),
        both('אושרו # אלמנטים.', '# elements were approved.'),
      ),
    ),
  );
};

import { derivedId } from '@atelier/kernel/core';
import type { StudioEventOf } from '../domain/studio-event.ts';
import { projectOf } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { both } from '../words/issue.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { done, notFound } from './outcome.ts';

/** Somebody says something about a draft they may read. Only its owner changes or applies it. */
export const commentDraft = (
  state: ProjectState,
  { draftId, text }: StudioEventOf<'commentDraft'>,
  facts: TurnFacts,
): Outcome => {
  const { userId, turnId, role, sha256 } = facts;
  // A draft is full of costs, so whoever may not see costs never sees one.
  const canSeeCosts = role !== 'viewer' || projectOf(state.records).settings.costVisibility === 'all';
  for (const [owner, { draft }] of state.sessions) {
    if (draft?.draftId !== draftId) continue;
    if (owner !== userId && !(draft.isShared && canSeeCosts)) return notFound();
    const commentId = derivedId('com', sha256, turnId);
    const { revision } = draft;
    return done(
      [{ kind: 'draft.commented', data: { by: userId, turnId, userId: owner, draftId, commentId, revision, text } }],
      both('ההערה נוספה.', 'The comment was added.'),
    );
  }
  return notFound();
};

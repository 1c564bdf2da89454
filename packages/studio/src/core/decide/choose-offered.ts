import type { Element } from '../domain/entities.ts';
import type { PatchOp } from '../domain/patch.ts';
import type { StudioEventOf } from '../domain/studio-event.ts';
import { appendedOps } from '../draft/append.ts';
import { liveOf } from '../fold/records.ts';
import type { ProjectState } from '../fold/state.ts';
import { both } from '../words/issue.ts';
import { active, revised } from './drafts.ts';
import type { Outcome, TurnFacts } from './facts.ts';
import { done, notFound } from './outcome.ts';

/** A client chose one of what was offered beside the total. It moves the price, so it is a draft like any change. */
export const chooseOffered = (
  state: ProjectState,
  { elementId }: StudioEventOf<'chooseOffered'>,
  facts: TurnFacts,
): Outcome => {
  const chosen = state.records.element.get(elementId);
  if (!chosen || chosen.tombstone !== null) return notFound();
  if (chosen.quoteRole === 'included')
    return done([], both('האלמנט כבר בסכום.', 'This element is in the total already.'));
  const leaves = liveOf(state.records.element).filter(
    ({ id, alternativeGroup, quoteRole }) =>
      id !== elementId &&
      chosen.alternativeGroup !== undefined &&
      alternativeGroup === chosen.alternativeGroup &&
      quoteRole === 'included',
  );
  const set = (id: string, quoteRole: Element['quoteRole'], nth: number): PatchOp => ({
    op: 'set',
    opId: `choose-${nth}`,
    groupId: facts.turnId,
    entity: 'element',
    id,
    changes: { quoteRole },
    reason: both('נבחר מתוך מה שהוצע', 'Chosen from what was offered'),
    include: true,
  });
  const ops = [set(elementId, 'included', 0), ...leaves.map(({ id }, at) => set(id, 'alternative', at + 1))];
  const draft = active(state, facts);
  const title = {
    ...(chosen.name.he && { he: `בחירה: ${chosen.name.he}` }),
    ...(chosen.name.en && { en: `Choice: ${chosen.name.en}` }),
  };
  return revised(
    state,
    facts,
    [],
    draft
      ? { draft, ops: [...draft.ops, ...appendedOps(draft.ops, ops)], title: draft.title }
      : { draft: null, ops, title },
    both('הבחירה ממתינה לאישורכם.', 'The choice is pending. Apply it to move the total.'),
  );
};

import { derivedId } from '@atelier/kernel/core';
import type { Sha256 } from '../crypto.ts';
import type { PreferenceChange } from '../preferences.ts';
import type { SessionState } from '../session/state.ts';
import type { WantedChange } from './preference-plan.ts';

type Queued = { readonly intentId: string; readonly change: PreferenceChange };

/** Queued wishes no advance has recorded yet. A recorded one is known by the change id derived from it. */
export const stillQueued = <T extends Queued>(
  sha256: Sha256,
  session: SessionState,
  intents: readonly T[],
): readonly T[] => intents.filter((intent) => !session.changes.has(changeIdOf(sha256, intent)));

/** Each is recorded even when it changes nothing any more: otherwise it would wait, and undo a later wish. */
export const queuedChanges = (
  sha256: Sha256,
  session: SessionState,
  intents: readonly Queued[],
): readonly WantedChange[] =>
  stillQueued(sha256, session, intents).map((intent) => ({
    changeId: changeIdOf(sha256, intent),
    change: intent.change,
    settle: true,
  }));

const changeIdOf = (sha256: Sha256, { intentId }: Queued) =>
  derivedId('prefchg', sha256, `atelier_intent_v1:${intentId}`);

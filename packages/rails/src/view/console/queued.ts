import { derivedId } from '@atelier/kernel/core';
import type { Sha256 } from '../../core/crypto.ts';
import type { SessionState } from '../../core/session/state.ts';
import type { Intent } from '../../ports/intents.ts';

/** Intents no advance has recorded yet. A recorded one is known by the change id an advance derives from it. */
export const stillQueued = (sha256: Sha256, session: SessionState, intents: readonly Intent[]): readonly Intent[] =>
  intents.filter(({ intentId }) => !session.changes.has(derivedId('prefchg', sha256, `atelier_intent_v1:${intentId}`)));

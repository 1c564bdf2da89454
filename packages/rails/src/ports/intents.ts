import type { Id, SessionId } from '../core/ids.ts';
import type { PreferenceChange } from '../core/preferences.ts';

/** A change a person asked for outside the chat. Closed set; applied at the next node, never by itself. */
export type Intent = { readonly intentId: string; readonly kind: 'set_preferences'; readonly change: PreferenceChange };

/** Waits outside the truth until an advance records it. An intent once recorded is known by its change id. */
export interface Intents {
  readonly pending: (sessionId: SessionId) => Promise<readonly Intent[]>;
  readonly queue: (sessionId: SessionId, intent: Intent) => Promise<void>;
}

export type ChangeId = Id<'prefchg'>;

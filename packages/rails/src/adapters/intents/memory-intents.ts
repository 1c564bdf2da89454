import type { SessionId } from '../../core/ids.ts';
import type { Intent, Intents } from '../../ports/intents.ts';

export const createMemoryIntents = (): Intents => {
  const bySession = new Map<SessionId, Intent[]>();
  return {
    pending: async (sessionId) => bySession.get(sessionId) ?? [],
    queue: async (sessionId, intent) => {
      bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), intent]);
    },
  };
};

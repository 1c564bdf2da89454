import type { SharedRecords } from '@atelier/kernel/ports';
import type { SessionId } from '../../core/ids.ts';
import type { Intent, Intents } from '../../ports/intents.ts';
import { intentsOf } from './stored-intent.ts';

/** A line per intent as in the file, in a record of the session: whichever process advances next finds it. */
export const createRecordIntents = (records: SharedRecords): Intents => {
  const nameOf = (sessionId: SessionId): string => `rails.intents/${sessionId}`;
  return {
    pending: async (sessionId): Promise<readonly Intent[]> => intentsOf((await records.read(nameOf(sessionId))) ?? ''),
    queue: async (sessionId, intent) => {
      const line = `${JSON.stringify(intent)}\n`;
      for (;;) {
        const before = await records.putIfAbsent(nameOf(sessionId), line);
        if (before === line || (await records.replace(nameOf(sessionId), before, before + line))) return;
      }
    },
  };
};

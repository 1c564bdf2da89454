import { statSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionId } from '../../core/ids.ts';
import type { Intents } from '../../ports/intents.ts';
import { intentsOf } from './stored-intent.ts';

/**
 * `<folder>/<session>.jsonl`. A queue beside the truth: an intent counts once an advance has recorded it, and is then
 * known by its change id, so lines need not be taken out.
 */
export const createFileIntents = (folder: string): Intents => {
  const pathOf = (sessionId: SessionId): string => join(folder, `${sessionId}.jsonl`);
  return {
    pending: async (sessionId) => {
      if (!statSync(pathOf(sessionId), { throwIfNoEntry: false })) return [];
      return intentsOf(await readFile(pathOf(sessionId), 'utf8'));
    },
    queue: async (sessionId, intent) => {
      await mkdir(folder, { recursive: true });
      await appendFile(pathOf(sessionId), `${JSON.stringify(intent)}\n`);
    },
  };
};

import { statSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Autonomy, RiskPolicy } from '../../core/compiled.ts';
import type { SessionId } from '../../core/ids.ts';
import type { Intent, Intents } from '../../ports/intents.ts';

const Stored = z.object({
  intentId: z.string(),
  kind: z.literal('set_preferences'),
  change: z.object({ autonomy: Autonomy.optional(), riskPolicy: RiskPolicy.optional() }),
});

/**
 * `<folder>/<session>.jsonl`. A queue beside the truth: an intent counts once an advance has recorded it, and is then
 * known by its change id, so lines need not be taken out. A line that cannot be read is no intent.
 */
export const createFileIntents = (folder: string): Intents => {
  const pathOf = (sessionId: SessionId): string => join(folder, `${sessionId}.jsonl`);
  return {
    pending: async (sessionId) => {
      if (!statSync(pathOf(sessionId), { throwIfNoEntry: false })) return [];
      const lines = (await readFile(pathOf(sessionId), 'utf8')).split('\n');
      return lines.flatMap((line): readonly Intent[] => {
        const parsed = Stored.safeParse(parseJson(line));
        return parsed.success ? [parsed.data] : [];
      });
    },
    queue: async (sessionId, intent) => {
      await mkdir(folder, { recursive: true });
      await appendFile(pathOf(sessionId), `${JSON.stringify(intent)}\n`);
    },
  };
};

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

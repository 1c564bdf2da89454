import { z } from 'zod';
import { Autonomy, RiskPolicy } from '../../core/compiled.ts';
import type { Intent } from '../../ports/intents.ts';

const Stored = z.object({
  intentId: z.string(),
  kind: z.literal('set_preferences'),
  change: z.object({ autonomy: Autonomy.optional(), riskPolicy: RiskPolicy.optional() }),
});

/** A line that cannot be read is no intent. */
export const intentsOf = (lines: string): readonly Intent[] =>
  lines.split('\n').flatMap((line): readonly Intent[] => {
    const parsed = Stored.safeParse(parseJson(line));
    return parsed.success ? [parsed.data] : [];
  });

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

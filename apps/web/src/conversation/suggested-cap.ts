import type { ConversationRun, ModelsView } from '@atelier/contracts';

const scopeKey = { turn: 'perTurn', run: 'perRun', day: 'perDay' } as const;

/** A next cap that lets the work go on for a while: twice the one that was reached, and above what is spent. */
export const suggestedCap = (
  run: Pick<ConversationRun, 'cap' | 'meter'>,
  { caps }: Pick<ModelsView, 'caps'>,
): number => {
  const reached = (run.cap === null ? null : caps[scopeKey[run.cap.scope]]) ?? run.meter.cap ?? 0;
  const wanted = Math.max(reached * 2, run.meter.spent * 2, (run.meter.estimate ?? 0) + run.meter.spent, leastMicros);
  return Math.ceil(wanted / centMicros) * centMicros;
};

const centMicros = 10_000;
const leastMicros = 100_000;

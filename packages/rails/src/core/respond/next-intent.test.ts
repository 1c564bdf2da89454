import { expect, test } from 'vitest';
import { nextIntent, type Situation } from './next-intent.ts';

const modes = ['guided', 'full_auto_stop_on_user_deps', 'full_auto_never_stop'] as const;

test('[RL-54] [lock:next-intent-matrix] every situation, mode and outcome has the value of the table', () => {
  const table: [Situation, string][] = [
    [{ kind: 'complete' }, 'complete'],
    [{ kind: 'rehydrated' }, 'rehydrate_only'],
    [{ kind: 'blocked', retryable: true }, 'perform_pending_then_continue'],
    [{ kind: 'blocked', retryable: false }, 'await_user_confirmation'],
  ];
  for (const autonomy of modes) {
    table.push([{ kind: 'moved', requireConfirmation: false, autonomy }, 'perform_pending_then_continue']);
    table.push([
      { kind: 'moved', requireConfirmation: true, autonomy },
      autonomy === 'guided' ? 'await_user_confirmation' : 'perform_pending_then_continue',
    ]);
  }
  expect(table).toHaveLength(4 + modes.length * 2);
  for (const [situation, intent] of table) expect([situation, nextIntent(situation)]).toEqual([situation, intent]);
});

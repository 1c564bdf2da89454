import { expect, test } from 'vitest';
import { EngineState, type Work } from './state.ts';

const step = (stepId: string, loopPath: { loopId: string; iteration: number }[] = []): Work['pending'] => ({
  kind: 'some',
  step: { stepId, loopPath },
});
const frame = (loopId: string, iteration: number, bodyIndex: number) => ({ loopId, iteration, bodyIndex });

test('[lock:snapshot-impossible-states] each impossible state is refused, each possible one is not', () => {
  const possible: Work[] = [
    { completed: { upTo: -1, inFrame: [] }, loopStack: [], pending: step('a') },
    {
      completed: { upTo: 2, inFrame: [[0]] },
      loopStack: [frame('l', 3, 1)],
      pending: step('b', [{ loopId: 'l', iteration: 3 }]),
    },
  ];
  const impossible: [string, Work][] = [
    ['nothing pending', { completed: { upTo: 0, inFrame: [] }, loopStack: [], pending: { kind: 'none' } }],
    [
      'finished and pending',
      {
        completed: { upTo: 0, inFrame: [[0, 1]] },
        loopStack: [frame('l', 0, 1)],
        pending: step('b', [{ loopId: 'l', iteration: 0 }]),
      },
    ],
    [
      'a loop open twice',
      {
        completed: { upTo: 0, inFrame: [[], []] },
        loopStack: [frame('l', 0, 0), frame('l', 1, 0)],
        pending: step('b', [
          { loopId: 'l', iteration: 0 },
          { loopId: 'l', iteration: 1 },
        ]),
      },
    ],
    ['another path', { completed: { upTo: 0, inFrame: [[]] }, loopStack: [frame('l', 0, 0)], pending: step('b') }],
    [
      'another pass',
      {
        completed: { upTo: 0, inFrame: [[]] },
        loopStack: [frame('l', 1, 0)],
        pending: step('b', [{ loopId: 'l', iteration: 0 }]),
      },
    ],
    [
      'frames that do not match',
      {
        completed: { upTo: 0, inFrame: [] },
        loopStack: [frame('l', 0, 0)],
        pending: step('b', [{ loopId: 'l', iteration: 0 }]),
      },
    ],
  ];
  for (const work of possible) expect(EngineState.safeParse({ kind: 'running', ...work }).success).toBe(true);
  for (const [why, work] of impossible)
    expect([why, EngineState.safeParse({ kind: 'running', ...work }).success]).toEqual([why, false]);
});

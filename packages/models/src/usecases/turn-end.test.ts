import { expect, test } from 'vitest';
import type { FinishReason } from '../core/chat.ts';
import { beginRun, type Outcome } from '../core/tool-run.ts';
import { createMemoryToolLog } from '../ports/tool-log.ts';
import { createScriptedModel, type ScriptedTurn } from '../testing/scripted-model.ts';
import { createToolLoop } from './tool-loop.ts';

const ended = (text: string, reason: FinishReason) => endOf([{ text, reason }]);

const endOf = async (script: readonly ScriptedTurn[]): Promise<Outcome | undefined> => {
  const loop = createToolLoop({
    toolLog: createMemoryToolLog(),
    sha256: String,
    now: () => 0,
    random: () => 0,
    wait: async () => undefined,
  });
  const options = {
    model: createScriptedModel(script),
    toolbox: { tools: [], call: async () => ({ ok: true }) },
    signal: new AbortController().signal,
  };
  let outcome: Outcome | undefined;
  for await (const event of loop(beginRun([{ role: 'user', text: 'Hello.' }]), options)) {
    if (event.kind === 'ended') outcome = event.outcome;
  }
  return outcome;
};

test('an answer that did not end of itself is kept, and said to be cut', async () => {
  expect(await ended('All of it.', 'stop')).toEqual({ kind: 'answered', text: 'All of it.', isCut: false });
  for (const reason of ['filtered', 'other'] as const)
    expect([reason, await ended('Some of', reason)]).toEqual([
      reason,
      { kind: 'answered', text: 'Some of', isCut: true },
    ]);
});

test('an answer that ran out of room is asked for the rest once, and is cut when that runs out too', async () => {
  const short = { text: 'Some of', reason: 'length' } as const;
  expect(await endOf([short, { text: ' it.' }])).toEqual({ kind: 'answered', text: 'Some of it.', isCut: false });
  expect(await endOf([short, { ...short, text: ' it' }])).toEqual({
    kind: 'answered',
    text: 'Some of it',
    isCut: true,
  });
});

test('no answer at all is a failure that says why', async () => {
  for (const [reason, code, word] of [
    ['stop', 'MODEL_OUTPUT_MALFORMED', 'nothing'],
    ['length', 'MODEL_OUTPUT_MALFORMED', 'room'],
    ['filtered', 'PROVIDER_REFUSED', 'filter'],
    ['other', 'MODEL_OUTPUT_MALFORMED', 'broke off'],
  ] as const)
    expect([reason, await ended(' ', reason)]).toEqual([
      reason,
      { kind: 'failed', failure: { code, message: expect.stringContaining(word) } },
    ]);
});

import { expect, test } from 'vitest';
import { bundledModels } from '../core/bundled-models.ts';
import { type ChatEvent, noUsage } from '../core/chat.ts';
import type { FailureCode } from '../core/failure.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { type RetriedEvent, streamWithRetry } from './stream-with-retry.ts';

const failed = (code: FailureCode, retryAfterMs?: number): ChatEvent => ({
  kind: 'failed',
  failure: { code, message: 'no', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
});
const finished: ChatEvent = { kind: 'finished', reason: 'stop', usage: noUsage };

const run = async (
  attempts: readonly (readonly ChatEvent[])[],
  {
    controller = new AbortController(),
    onWait = () => {},
    isShown = false,
  }: { readonly controller?: AbortController; readonly onWait?: () => void; readonly isShown?: boolean } = {},
) => {
  const left = attempts.map((events) => [...events]);
  const waits: number[] = [];
  const model: ChatModel = {
    entry: bundledModels[0] as (typeof bundledModels)[number],
    stream: async function* () {
      yield* left.shift() ?? [failed('PROVIDER_UNAVAILABLE')];
    },
  };
  const stream = streamWithRetry({
    random: () => 0,
    wait: async (ms) => {
      waits.push(ms);
      onWait();
    },
  });
  const events: RetriedEvent[] = [];
  const asked = stream(model, { messages: [] }, controller.signal, undefined, isShown);
  for await (const event of asked) events.push(event);
  return { events, waits, left };
};

test('[MD-21] a transient failure is waited out, announced before the wait; words that were seen are kept, unseen ones asked for again', async () => {
  const attempts: readonly (readonly ChatEvent[])[] = [
    [{ kind: 'text', delta: 'Half' }, failed('PROVIDER_UNAVAILABLE')],
    [{ kind: 'text', delta: 'Whole' }, finished],
  ];
  const unseen = await run(attempts);
  expect(unseen.events.map(({ kind }) => kind)).toEqual(['text', 'lost', 'waiting', 'restarted', 'text', 'finished']);
  expect(unseen.waits).toEqual([500]);
  const seen = await run(attempts, { isShown: true });
  expect(seen.events.map(({ kind }) => kind)).toEqual(['text', 'lost', 'paused']);
  expect(seen.left).toHaveLength(1);
  // Before a first word there is nothing to keep.
  const early = await run([[failed('PROVIDER_UNAVAILABLE')], [finished]], { isShown: true });
  expect(early.events.map(({ kind }) => kind)).toEqual(['lost', 'waiting', 'restarted', 'finished']);
});

test('[MD-22] a provider that keeps failing is asked four times in all, then the run pauses', async () => {
  const { events, waits } = await run([]);
  expect(waits).toEqual([500, 1000, 4000]);
  expect(events.at(-1)).toMatchObject({ kind: 'paused', because: { code: 'PROVIDER_UNAVAILABLE' } });
});

test('[MD-23] a rejected key is reported at once and never retried', async () => {
  const { events, waits } = await run([[failed('PROVIDER_AUTH_FAILED')]]);
  expect(waits).toEqual([]);
  expect(events).toMatchObject([{ kind: 'lost' }, { kind: 'failed', failure: { code: 'PROVIDER_AUTH_FAILED' } }]);
});

test('[MD-24] canceling during a wait ends it without another call', async () => {
  const controller = new AbortController();
  const { events, left } = await run([[failed('NETWORK_UNAVAILABLE')], [finished]], {
    controller,
    onWait: () => controller.abort(),
  });
  expect(events.at(-1)).toMatchObject({ kind: 'failed', failure: { code: 'USER_CANCELED' } });
  expect(left).toHaveLength(1);
});

import type { ChatEvent, ChatRequest } from '../core/chat.ts';
import { isTransient, type ModelFailure } from '../core/failure.ts';
import { decideRetry } from '../core/retry.ts';
import type { ChatModel } from '../ports/chat-model.ts';

export type RetryDeps = {
  readonly random: () => number;
  /** Resolves after the wait, or at once when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** What a caller sees beside the model's own events. Text of an attempt that is made again was seen by nobody: `restarted` voids it. */
export type RetriedEvent =
  | ChatEvent
  | {
      readonly kind: 'waiting';
      readonly afterMs: number;
      readonly attempt: number;
      readonly of: number;
      readonly because: ModelFailure;
    }
  /** An attempt ended without an answer; what becomes of it follows. */
  | { readonly kind: 'lost'; readonly because: ModelFailure }
  | { readonly kind: 'restarted'; readonly attempt: number }
  /** Nothing is lost: a person resumes, or switches the model. */
  | { readonly kind: 'paused'; readonly because: ModelFailure };

/** A model's stream with transient failures waited out, each wait announced before it begins and cancellable at any moment. */
export const streamWithRetry = ({ random, wait }: RetryDeps) =>
  async function* (
    model: ChatModel,
    request: ChatRequest,
    signal: AbortSignal,
    /** Asked before every attempt but the first: why it may not be made, if it may not. */
    mayRetry: () => Promise<ModelFailure | undefined> = async () => undefined,
    /** A person sees the words as they come. What was seen is never taken back, so that such an attempt is not made again. */
    isShown = false,
  ): AsyncIterable<RetriedEvent> {
    for (let attempt = 0; ; attempt += 1) {
      let failure: ModelFailure | undefined;
      let hasSpoken = false;
      for await (const event of model.stream(request, signal)) {
        if (event.kind === 'failed') failure = event.failure;
        else {
          if (event.kind === 'text') hasSpoken = true;
          yield event;
        }
      }
      if (!failure) return;
      yield { kind: 'lost', because: failure };
      if (isShown && hasSpoken && isTransient(failure)) return yield { kind: 'paused', because: failure };
      const decision = decideRetry(failure, attempt, random());
      if (decision.kind === 'give_up') return yield { kind: 'failed', failure };
      if (decision.kind === 'pause') return yield { kind: 'paused', because: failure };
      const { afterMs, of } = decision;
      yield { kind: 'waiting', afterMs, attempt: decision.attempt, of, because: failure };
      await wait(afterMs, signal);
      if (signal.aborted) return yield { kind: 'failed', failure: { code: 'USER_CANCELED', message: 'Canceled.' } };
      const refused = await mayRetry();
      if (refused) return yield { kind: 'paused', because: refused };
      yield { kind: 'restarted', attempt: decision.attempt };
    }
  };

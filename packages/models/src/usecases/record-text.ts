import type { JsonObject, StreamId } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';

export type TextRecorder = {
  /** Never waits: what arrives during a commit goes into the next one. */
  readonly take: (delta: string) => void;
  /** Resolves when everything taken so far is durable; false when the log refused some of it. */
  readonly settled: () => Promise<boolean>;
};

/**
 * Makes streamed text durable while it is shown, beside it and never in its way. Text is gathered for `everyMs` first:
 * that much of an answer's end is what a crash can cost.
 */
export const createTextRecorder = ({
  log,
  stream,
  kind,
  dataOf,
  everyMs = 200,
}: {
  readonly log: Pick<EventLog, 'append'>;
  readonly stream: StreamId;
  readonly kind: string;
  readonly dataOf: (offset: number, text: string) => JsonObject;
  readonly everyMs?: number;
}): TextRecorder => {
  let waiting = '';
  let written = 0;
  let isWhole = true;
  let timer: NodeJS.Timeout | undefined;
  let queue: Promise<void> = Promise.resolve();

  const write = async () => {
    const text = waiting;
    // After a hole nothing more is written: a text with a gap would read as a whole one.
    if (text === '' || !isWhole) return;
    waiting = '';
    const event = { kind, key: null, data: dataOf(written, text) };
    // Nobody waits for this commit, and whoever watches the text must not wait for its sync.
    const append = log.append(stream, [event], { expected: 'any', unhurried: true });
    isWhole = await append.then(
      ({ ok }) => ok,
      () => false,
    );
    written += text.length;
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    queue = queue.then(write);
    return queue;
  };

  return {
    take: (delta) => {
      waiting += delta;
      timer ??= setTimeout(flush, everyMs);
    },
    settled: async () => {
      await flush();
      return isWhole;
    },
  };
};

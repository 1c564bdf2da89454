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
  write,
  everyMs = 200,
}: {
  /** False when it could not be recorded. Nobody waits for it, so it may take its time. */
  readonly write: (offset: number, text: string) => Promise<boolean>;
  readonly everyMs?: number;
}): TextRecorder => {
  let waiting = '';
  let written = 0;
  let isWhole = true;
  let timer: NodeJS.Timeout | undefined;
  let queue: Promise<void> = Promise.resolve();

  const writeWaiting = async () => {
    const text = waiting;
    // After a hole nothing more is written: a text with a gap would read as a complete one.
    if (text === '' || !isWhole) return;
    waiting = '';
    isWhole = await write(written, text).catch(() => false);
    written += text.length;
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    queue = queue.then(writeWaiting);
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

import type { JsonObject, StreamId } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';

export type TextRecorder = {
  /** Never waits: what arrives during a commit goes into the next one. */
  readonly take: (delta: string) => void;
  /** Resolves when everything taken so far is durable; false when the log refused some of it. */
  readonly settled: () => Promise<boolean>;
};

/** Makes streamed text durable while it is shown: one commit at a time, each with all that came since the last. */
export const createTextRecorder = ({
  log,
  stream,
  kind,
  dataOf,
}: {
  readonly log: Pick<EventLog, 'append'>;
  readonly stream: StreamId;
  readonly kind: string;
  readonly dataOf: (offset: number, text: string) => JsonObject;
}): TextRecorder => {
  let waiting = '';
  let written = 0;
  let isWhole = true;
  let writing: Promise<void> | undefined;

  const write = async () => {
    while (waiting !== '' && isWhole) {
      const text = waiting;
      waiting = '';
      const appended = await log.append(stream, [{ kind, key: null, data: dataOf(written, text) }], {
        expected: 'any',
      });
      isWhole = appended.ok;
      written += text.length;
    }
  };

  const begin = () => {
    writing ??= write().finally(() => {
      writing = undefined;
      if (waiting !== '' && isWhole) begin();
    });
    return writing;
  };

  return {
    take: (delta) => {
      waiting += delta;
      // A disk that throws is seen by whoever asks whether all is settled.
      begin().catch(() => {
        isWhole = false;
      });
    },
    settled: async () => {
      while (writing) await writing;
      return isWhole && waiting === '';
    },
  };
};

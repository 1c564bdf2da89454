import type { Bench, BenchMessage } from './bench.ts';
import type { Stamp } from './events.ts';
import type { MessageId } from './ids.ts';

/** From a message back to the root, the message first. */
export function* upFrom(bench: Bench, from: MessageId | null): Generator<BenchMessage> {
  for (let id = from; id !== null; ) {
    const message = bench.messages.get(id);
    if (!message) return;
    yield message;
    id = message.parentId;
  }
}

/** The messages a person sees, first to last. */
export const pathTo = (bench: Bench, head: MessageId | null): readonly BenchMessage[] =>
  [...upFrom(bench, head)].reverse();

export const isOnPath = (bench: Bench, id: MessageId): boolean => {
  for (const message of upFrom(bench, bench.head)) if (message.id === id) return true;
  return false;
};

/** What leaves the chat when the head returns to a message. */
export const messagesAfter = (bench: Bench, id: MessageId): readonly BenchMessage[] => {
  const after: BenchMessage[] = [];
  for (const message of upFrom(bench, bench.head)) {
    if (message.id === id) return after.reverse();
    after.push(message);
  }
  return [];
};

/**
 * The state of the files that belongs to a message: the newest said anywhere on the way to it. A card that
 * came while an answer was still being written knows less than the answer it stands under.
 */
export const stampAt = (bench: Bench, id: MessageId): Stamp | null => {
  let newest: BenchMessage | undefined;
  for (const message of upFrom(bench, id)) {
    if (message.stamp && (!newest || message.stampSeq > newest.stampSeq)) newest = message;
  }
  return newest?.stamp ?? null;
};

/** The question an answer belongs to. */
export const userMessageOf = (bench: Bench, id: MessageId): MessageId | null => {
  for (const message of upFrom(bench, id)) if (message.role === 'user') return message.id;
  return null;
};

import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { messageIn } from './guard-message.ts';
import { EDGE_BYTES, flawOf, type TooLongAdvice, tooLong } from './refused-message.ts';

/** More than any call may hold. A longer message is refused; the ones after it are served. */
export const MESSAGE_BYTES = 10 * 1024 * 1024;
const NEWLINE = 10;

/** One message per `data`, each looked at before anything parses it. Has what a transport asks of its input. */
export const createGuardedInput = (input: Readable, output: Writable, advice: TooLongAdvice): Readable => {
  const lines = new EventEmitter();
  let parts: Buffer[] = [];
  let size = 0;

  const answer = (refused: object): void => void output.write(`${JSON.stringify(refused)}\n`);
  const keep = (part: Buffer): void => {
    size += part.length;
    if (size <= MESSAGE_BYTES) parts.push(part);
    // Only what may name it is kept of a message that is too long.
    else parts = [(parts[0] ?? part).subarray(0, EDGE_BYTES), part.subarray(-EDGE_BYTES)];
  };
  const finish = (): void => {
    const line = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    const measured = size;
    parts = [];
    size = 0;
    if (measured > MESSAGE_BYTES) return answer(tooLong(line.toString('latin1'), measured, MESSAGE_BYTES, advice));
    const message = messageIn(line);
    if (message.trim() === '') return;
    const flaw = flawOf(message);
    if (flaw) answer(flaw);
    else lines.emit('data', Buffer.from(`${message}\n`));
  };

  input.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, at));
      finish();
      from = at + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  });
  for (const event of ['end', 'close', 'error'] as const)
    input.on(event, (cause?: unknown) => void (lines.listenerCount(event) > 0 && lines.emit(event, cause)));
  return Object.assign(lines, {
    readableEnded: false,
    destroyed: false,
    pause: () => input.pause(),
  }) as unknown as Readable;
};

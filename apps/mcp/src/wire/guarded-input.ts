import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { messageIn } from './guard-message.ts';

/** More than any call may hold. A longer message is refused; the ones after it are served. */
export const MESSAGE_BYTES = 10 * 1024 * 1024;
/** Where the id of a message stands: near its beginning or near its end. */
const EDGE_BYTES = 512;
const NEWLINE = 10;

/** One message per `data`, each looked at before anything parses it. Has what a transport asks of its input. */
export const createGuardedInput = (input: Readable, output: Writable): Readable => {
  const lines = new EventEmitter();
  let parts: Buffer[] = [];
  let size = 0;

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
    if (measured > MESSAGE_BYTES) output.write(tooLong(line.toString('latin1'), measured));
    else lines.emit('data', Buffer.from(`${messageIn(line)}\n`));
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

const INVALID_REQUEST = -32600;

const tooLong = (edges: string, measured: number): string => {
  const id = /"id"\s*:\s*(\d+|"[^"\\]{0,200}")/.exec(edges)?.[1];
  return `${JSON.stringify({
    jsonrpc: '2.0',
    id: id === undefined ? null : JSON.parse(id),
    error: {
      code: INVALID_REQUEST,
      message: `The message has ${measured} bytes; ${MESSAGE_BYTES} is the limit. Nothing was recorded. Write large content to a file and send its path.`,
      data: { code: 'MESSAGE_TOO_LARGE', measured, max: MESSAGE_BYTES, retry: { kind: 'not_retryable' } },
    },
  })}\n`;
};

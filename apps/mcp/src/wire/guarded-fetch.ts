import { messageIn } from './guard-message.ts';
import { sessionHeader, sessionOf } from './named-session.ts';
import { EDGE_BYTES, type TooLongAdvice, tooLong } from './refused-message.ts';

type Fetch = (request: Request) => Promise<Response>;

const MOST_BYTES = 4 * 1024 * 1024;
/** So much of what is too long is read and dropped: a client that is still writing does not read its answer. */
const DRAINED_BYTES = 64 * 1024 * 1024;

/** Looks at each message before anything parses it, and answers one that is too long. */
export const guardedFetch =
  (fetch: Fetch, advice: TooLongAdvice): Fetch =>
  async (request) => {
    if (request.method !== 'POST' || !request.body) return fetch(request);
    const body = await readBody(request.body);
    if ('edges' in body) return refuse(body, advice);
    const headers = new Headers(request.headers);
    headers.delete('content-length');
    const { url, signal } = request;
    const message = messageIn(body.bytes);
    const response = await fetch(new Request(url, { method: 'POST', headers, body: message, signal }));
    const session = response.ok ? sessionOf(message) : undefined;
    if (session !== undefined) response.headers.set(sessionHeader, session);
    return response;
  };

type TooLong = { readonly edges: string; readonly measured: number; readonly isWhole: boolean };

const readBody = async (
  body: NonNullable<Request['body']>,
): Promise<{ readonly bytes: Buffer<ArrayBuffer> } | TooLong> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  let first: Uint8Array | undefined;
  let last = Buffer.alloc(0);
  let isWhole = true;
  for await (const part of body) {
    first ??= part;
    size += part.length;
    if (size <= MOST_BYTES) parts.push(part);
    else last = Buffer.concat([last, part]).subarray(-EDGE_BYTES);
    if (size < DRAINED_BYTES) continue;
    isWhole = false;
    break;
  }
  if (size <= MOST_BYTES) return { bytes: Buffer.concat(parts) };
  const head = Buffer.from(first ?? []).subarray(0, EDGE_BYTES);
  return { edges: Buffer.concat([head, last]).toString('latin1'), measured: size, isWhole };
};

const refuse = ({ edges, measured, isWhole }: TooLong, advice: TooLongAdvice): Response =>
  Response.json(tooLong(edges, measured, MOST_BYTES, advice), {
    status: 413,
    // What nobody reads any more would be taken for the next call on the same connection.
    headers: isWhole ? {} : { connection: 'close' },
  });

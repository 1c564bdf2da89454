import { messageIn } from './guard-message.ts';

/** One byte more than the transport takes, so that it refuses what is too long by itself. */
const MOST_BYTES = 4 * 1024 * 1024 + 1;

/** The same request with its message looked at before anything parses it. */
export const guardRequest = async (request: Request): Promise<Request> => {
  if (request.method !== 'POST' || !request.body) return request;
  // Refused by its head alone.
  if (Number(request.headers.get('content-length')) >= MOST_BYTES) return request;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body) {
    parts.push(part);
    size += part.length;
    if (size >= MOST_BYTES) break;
  }
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  return new Request(request.url, {
    method: 'POST',
    headers,
    body: messageIn(Buffer.concat(parts)),
    signal: request.signal,
  });
};

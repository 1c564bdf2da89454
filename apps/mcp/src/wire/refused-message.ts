const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** What a client can do whose message is too long: it depends on the tools it calls. */
export const tooLongAdvice = {
  workflows: 'Write large content to a file and send its path.',
  files: 'Make the change in several smaller calls.',
} as const;
export type TooLongAdvice = (typeof tooLongAdvice)[keyof typeof tooLongAdvice];

/** Where the id of a message stands: near its beginning or near its end. */
export const EDGE_BYTES = 512;

type Refused = { readonly jsonrpc: '2.0'; readonly id: unknown; readonly error: Readonly<Record<string, unknown>> };

/** A message that was not read whole. Only its edges are known. */
export const tooLong = (edges: string, measured: number, max: number, advice: TooLongAdvice): Refused => {
  const id = /"id"\s*:\s*(\d+|"[^"\\]{0,200}")/.exec(edges)?.[1];
  return {
    jsonrpc: '2.0',
    id: id === undefined ? null : JSON.parse(id),
    error: {
      code: INVALID_REQUEST,
      message: `The message has ${measured} bytes; ${max} is the limit. Nothing was recorded. ${advice}`,
      data: { code: 'MESSAGE_TOO_LARGE', measured, max, retry: { kind: 'not_retryable' } },
    },
  };
};

/** Why a line is no message at all. A transport drops such a line, and whoever sent it would wait for ever. */
export const flawOf = (line: string): Refused | undefined => {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return refused(null, PARSE_ERROR, 'The line is not JSON. Send one JSON-RPC message per line.');
  }
  const { jsonrpc, id, method } = (typeof message === 'object' && message !== null ? message : {}) as Parts;
  const isAnswer = Object.hasOwn(Object(message), 'result') || Object.hasOwn(Object(message), 'error');
  if (jsonrpc === '2.0' && (typeof method === 'string' || isAnswer)) return undefined;
  const isNamed = typeof id === 'string' || typeof id === 'number';
  const what = Array.isArray(message)
    ? 'Batches are not supported. Send one message per line.'
    : 'The line is not a JSON-RPC 2.0 message.';
  return refused(isNamed ? id : null, INVALID_REQUEST, what);
};

type Parts = { readonly jsonrpc?: unknown; readonly id?: unknown; readonly method?: unknown };

const refused = (id: unknown, code: number, message: string): Refused => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

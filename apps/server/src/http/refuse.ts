import { type EdgeCode, type ErrorEnvelope, type Refusal, statusByEdgeCode } from '@atelier/contracts';

type Words = { readonly message: string; readonly suggestion: string };

const wordsByCode: Record<EdgeCode, Words> = {
  MALFORMED_BODY: {
    message: 'The body of the request could not be read.',
    suggestion: 'Send `{"json": {…}}` as application/json.',
  },
  INVALID_PARAMS: {
    message: 'The parameters do not fit this command.',
    suggestion: 'See `details.issues` for the fields to change.',
  },
  UNAUTHENTICATED: {
    message: 'This browser is not signed in.',
    suggestion: 'Run `atelier link` and open the link it prints.',
  },
  FORBIDDEN_HOST: {
    message: 'Atelier answers only under its own loopback address.',
    suggestion: 'Open the address that `atelier link` prints.',
  },
  FORBIDDEN_ORIGIN: {
    message: 'The request came from a page that is not Atelier.',
    suggestion: 'Programs send `Authorization: Bearer <install token>`; pages are served by Atelier itself.',
  },
  NOT_FOUND: { message: 'There is nothing at this address.', suggestion: 'Check the address.' },
  UNKNOWN_COMMAND: {
    message: 'There is no such command.',
    suggestion: 'Reload the page; if it stays, the page and the server are of different versions.',
  },
  WRONG_METHOD: { message: 'This address does not take that method.', suggestion: 'Commands are sent by POST.' },
  BODY_TOO_LARGE: {
    message: 'The request is larger than a command may be.',
    suggestion: 'Send large content by its own URL, not inside a command.',
  },
  UPGRADE_REQUIRED: {
    message: 'The event connection is a WebSocket.',
    suggestion: 'Connect with the WebSocket protocol.',
  },
  FAULT: {
    message: 'Something broke inside Atelier.',
    suggestion: 'Try again; if it stays, the server log has an entry under `details.reference`.',
  },
  STOPPING: { message: 'Atelier is stopping.', suggestion: 'Wait until it has been started again.' },
};

export const edgeRefusal = (code: EdgeCode, details?: ErrorEnvelope['details']): Refusal<EdgeCode> => ({
  code,
  ...wordsByCode[code],
  retry: code === 'STOPPING' ? { kind: 'retryable_after_ms', afterMs: 1000 } : { kind: 'not_retryable' },
  ...(details && { details }),
});

/** Everything under `/api/` speaks the command protocol, whose bodies are `{json: …}`; elsewhere a reply stands alone. */
export const refuse = (pathname: string, code: EdgeCode, details?: ErrorEnvelope['details']): Response => {
  const reply = { ok: false, error: edgeRefusal(code, details) };
  const body = pathname.startsWith('/api/') ? { json: reply } : reply;
  return Response.json(body, {
    status: statusByEdgeCode[code],
    headers: {
      'cache-control': 'no-store',
      ...(code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer realm="atelier"' }),
      ...(code === 'WRONG_METHOD' && { allow: pathname.startsWith('/api/') ? 'POST' : 'GET, HEAD' }),
    },
  });
};

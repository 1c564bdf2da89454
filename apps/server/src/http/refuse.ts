import { type EdgeCode, type ErrorEnvelope, type Refusal, statusByEdgeCode } from '@atelier/contracts';
import { fileRefusalIn, QuotaRefused, storeTroubleOf, WriteFault } from '@atelier/kernel/core';
import { callInWords } from '../installation/own-call.ts';
import type { Over } from '../people/limits.ts';
import type { Route } from './route.ts';

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
    suggestion: `Run ${callInWords('link')}, with the \`--data\` it was started with if there was one, and open the link it prints.`,
  },
  FORBIDDEN_HOST: {
    message: 'Atelier answers only under its own loopback address.',
    suggestion: `Open the address that ${callInWords('link')} prints.`,
  },
  FORBIDDEN_ORIGIN: {
    message: 'The request came from a page that is not Atelier.',
    suggestion: 'Programs send `Authorization: Bearer <install token>`; pages are served by Atelier itself.',
  },
  FORBIDDEN_ROLE: {
    message: 'Your role in this installation does not allow this.',
    suggestion: 'Ask an admin of this installation. `details.needs` names the role it takes.',
  },
  NOT_FOUND: { message: 'There is nothing at this address.', suggestion: 'Check the address.' },
  UNKNOWN_COMMAND: {
    message: 'There is no such command.',
    suggestion: 'Reload the page; if it stays, the page and the server are of different versions.',
  },
  WRONG_METHOD: { message: 'This address does not take that method.', suggestion: 'See `details.allow`.' },
  BODY_TOO_LARGE: {
    message: 'The request is larger than a command may be.',
    suggestion: 'Send large content by its own URL, not inside a command.',
  },
  BAD_FILE_NAME: {
    message: 'This file name does not work on every system.',
    suggestion:
      'Rename it, then add it again. Avoid / \\ : and control characters, a dot or a space at the end, and names such as CON.',
  },
  FILE_TOO_LARGE: {
    message: 'The file is larger than this installation allows.',
    suggestion: 'Add a smaller file, or raise the limit in Settings. `details.largestBytes` is the limit.',
  },
  FILE_DAMAGED: {
    message: 'The stored file is missing or no longer what was saved, so it was not sent.',
    suggestion: 'Add the file again, or bring it back from a backup.',
  },
  UPGRADE_REQUIRED: {
    message: 'The event connection is a WebSocket.',
    suggestion: 'Connect with the WebSocket protocol.',
  },
  TOO_MANY_REQUESTS: {
    message: 'You sent more requests than this server takes from one person.',
    suggestion: 'Wait for `retry.afterMs`, then go on more slowly. An admin can raise the limit in Settings, People.',
  },
  TOO_MANY_OWN_RUNS: {
    message: 'You have as many runs under way as one person may have.',
    suggestion:
      'Wait for one to finish, or cancel one, then try again. An admin can raise the limit in Settings, People.',
  },
  UPLOADED_TOO_MUCH: {
    message: 'You uploaded as much as one person may in an hour.',
    suggestion: 'Wait for `retry.afterMs`, then try again. An admin can raise the limit in Settings, People.',
  },
  FAULT: {
    message: 'Something broke inside Atelier.',
    suggestion: 'Try again; if it stays, the server log has an entry under `details.reference`.',
  },
  SURFACE_UNAVAILABLE: {
    message: 'The part of Atelier that answers this could not start. The other parts work.',
    suggestion: `Run ${callInWords('doctor')}, which names it, and start Atelier again. If it stays, \`logs/server.jsonl\` in the data folder says why.`,
  },
  STOPPING: { message: 'Atelier is stopping.', suggestion: 'Wait until it has been started again.' },
  QUOTA_EXCEEDED: {
    message: 'There is no room: stored content has reached the quota of this installation.',
    suggestion: 'Raise the quota in Settings, or delete what is not needed. `details` has the figures.',
  },
  DISK_FULL: {
    message: 'The disk that holds the data of Atelier is full and takes nothing more.',
    suggestion: 'Make room on that disk, then try again. What was recorded before is safe.',
  },
  DISK_READ_ONLY: {
    message: 'The disk that holds the data of Atelier takes no writes.',
    suggestion: 'Make it writable again, then try again. What was recorded before is safe.',
  },
  DATABASE_AWAY: {
    message: 'The database that holds the data of Atelier does not answer. What was recorded before is safe.',
    suggestion: 'Start it again, or wait until it is back, then try again.',
  },
  STORE_AWAY: {
    message: 'The bucket that holds the content of Atelier does not answer. What was recorded before is safe.',
    suggestion: 'Check the bucket and its keys, or wait until it is back, then try again.',
  },
  WRITE_FAILED: {
    message: 'The disk that holds the data of Atelier failed to write. What was recorded before is safe.',
    suggestion: `Try again; if it stays, run ${callInWords('doctor')} and look at the disk itself.`,
  },
  FILE_REFUSED: {
    message: 'The system refused Atelier a file of its data folder. What was recorded before is safe.',
    suggestion:
      'Check the permissions of the data folder, and its disk, then try again. `details.system` says what the system called it; the server log names the file.',
  },
};

/** What may be over by itself. */
const passing: ReadonlySet<EdgeCode> = new Set(['STOPPING', 'DATABASE_AWAY', 'STORE_AWAY', 'TOO_MANY_OWN_RUNS']);

export const edgeRefusal = (code: EdgeCode, details?: ErrorEnvelope['details']): Refusal<EdgeCode> => ({
  code,
  ...wordsByCode[code],
  retry: passing.has(code) ? { kind: 'retryable_after_ms', afterMs: 1000 } : { kind: 'not_retryable' },
  ...(details && { details }),
});

export const refuse = (pathname: string, code: EdgeCode, details?: ErrorEnvelope['details']): Response =>
  respond(pathname, edgeRefusal(code, details));

/** For somebody who took as much of this server as one person may. */
export const refuseOver = (pathname: string, { code, afterMs, most }: Over): Response =>
  respond(
    pathname,
    { ...edgeRefusal(code, { most }), retry: { kind: 'retryable_after_ms', afterMs } },
    { 'retry-after': String(Math.ceil(afterMs / 1_000)) },
  );

/** A program, not a browser: it is told which token to send, and where that is written down. */
export const refuseAgent = (pathname: string): Response =>
  respond(pathname, {
    ...edgeRefusal('UNAUTHENTICATED'),
    message: 'This address is for agents, and the request has no valid token.',
    suggestion:
      'Send `Authorization: Bearer <token>`: one of your own (`atp_…`, made in Settings, People), or on this machine the install token in `keys/install-token` of the data folder. docs/operating.md, "Agents over HTTP", shows it step by step.',
  });

/** Says what the address takes instead. */
export const refuseMethod = (pathname: string, methods: Route['methods']): Response =>
  respond(
    pathname,
    { ...edgeRefusal('WRONG_METHOD', { allow: [...methods] }), suggestion: `It takes ${methods.join(', ')}.` },
    { allow: methods.join(', ') },
  );

/** What was thrown, as far as a stranger may know it: what holds the data and refused is said, of the rest a reference to the log. */
export const refuseFault = (pathname: string, cause: unknown, reference: string): Response => {
  if (cause instanceof QuotaRefused) {
    const { quotaBytes, storedBytes, neededBytes } = cause.refusal;
    return refuse(pathname, 'QUOTA_EXCEEDED', { quotaBytes, storedBytes, neededBytes });
  }
  const code = storeTroubleOf(cause) ?? (cause instanceof WriteFault ? 'WRITE_FAILED' : undefined);
  const system = code === undefined ? fileRefusalIn(cause) : undefined;
  if (system !== undefined) return refuse(pathname, 'FILE_REFUSED', { reference, system });
  return refuse(pathname, code ?? 'FAULT', { reference });
};

/** Everything under `/api/` speaks the command protocol, whose bodies are `{json: …}`; elsewhere a reply stands alone. */
const respond = (
  pathname: string,
  error: Refusal<EdgeCode>,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  const reply = { ok: false, error };
  return Response.json(pathname.startsWith('/api/') ? { json: reply } : reply, {
    status: statusByEdgeCode[error.code],
    headers: {
      'cache-control': 'no-store',
      ...(error.code === 'UNAUTHENTICATED' && { 'www-authenticate': 'Bearer realm="atelier"' }),
      ...headers,
    },
  });
};

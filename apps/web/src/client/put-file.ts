import { ErrorEnvelope, err, ok, type Result } from '@atelier/contracts';

/** Large bytes go by URL, not inside a command; a refusal is an answer here as well. */
export const putFile = async (
  address: string,
  bytes: Blob,
  send: typeof fetch = fetch,
): Promise<Result<undefined, ErrorEnvelope>> => {
  const answer = await send(address, { method: 'PUT', body: bytes }).catch(() => undefined);
  if (answer === undefined) return err(refusal('UNREACHABLE', 'Atelier does not answer.'));
  if (answer.ok) return ok(undefined);
  const body = (await answer.json().catch(() => undefined)) as { readonly error?: unknown } | undefined;
  const refused = ErrorEnvelope.safeParse(body?.error);
  return err(refused.success ? refused.data : refusal('BAD_REPLY', `The server answered ${answer.status}.`));
};

const refusal = (code: string, message: string): ErrorEnvelope => ({ code, message, retry: { kind: 'not_retryable' } });

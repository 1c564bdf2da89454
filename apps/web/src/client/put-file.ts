import { ErrorEnvelope, err, ok, type Result } from '@atelier/contracts';

type Reply = Result<undefined, ErrorEnvelope>;

/** Large bytes go by URL, not inside a command; a refusal is an answer here as well. */
export const putFile = async (address: string, bytes: Blob, send: typeof fetch = fetch): Promise<Reply> => {
  const answer = await send(address, { method: 'PUT', body: bytes }).catch(() => undefined);
  if (answer === undefined) return unreachable;
  return replyOf(answer.status, await answer.text().catch(() => ''));
};

const replyOf = (status: number, text: string): Reply => {
  if (status >= 200 && status < 300) return ok(undefined);
  const refused = ErrorEnvelope.safeParse(errorIn(text));
  return err(refused.success ? refused.data : refusal('BAD_REPLY', `The server answered ${status}.`));
};

const errorIn = (text: string): unknown => {
  try {
    return (JSON.parse(text) as { readonly error?: unknown } | null)?.error;
  } catch {
    return undefined;
  }
};

const refusal = (code: string, message: string): ErrorEnvelope => ({ code, message, retry: { kind: 'not_retryable' } });
const unreachable: Reply = err(refusal('UNREACHABLE', 'Atelier does not answer.'));

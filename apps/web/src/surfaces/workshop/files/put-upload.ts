import { ErrorEnvelope, err, ok, type Result, workbenchUploadsPath } from '@atelier/contracts';
import type { SendFile } from '../../../ui/upload/uploads.ts';

/** Sends one file's bytes and tells how far it got; the answer is the id under which the batch is then added. */
export const putUpload = (
  name: string,
  file: Blob,
  { onSent, signal }: Parameters<SendFile>[1],
): Promise<Result<string, ErrorEnvelope>> =>
  new Promise((resolve) => {
    // `fetch` cannot tell how much of a body has left.
    const request = new XMLHttpRequest();
    request.open('PUT', workbenchUploadsPath(name));
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => resolve(answerOf(request.status, request.responseText));
    request.onerror = () => resolve(unreachable);
    request.onabort = () => resolve(unreachable);
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });

/** What the server said to an upload. */
export const answerOf = (status: number, text: string): Result<string, ErrorEnvelope> => {
  const answer = parsed(text);
  if (answer?.value?.uploadId !== undefined && status < 300) return ok(answer.value.uploadId);
  const refused = ErrorEnvelope.safeParse(answer?.error);
  return err(refused.success ? refused.data : refusal('BAD_REPLY', `The server answered ${status}.`));
};

type Answer = { readonly value?: { readonly uploadId?: string }; readonly error?: unknown };

const parsed = (text: string): Answer | undefined => {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
};

const refusal = (code: string, message: string): ErrorEnvelope => ({ code, message, retry: { kind: 'not_retryable' } });
const unreachable: Result<string, ErrorEnvelope> = err(refusal('UNREACHABLE', 'Atelier does not answer.'));

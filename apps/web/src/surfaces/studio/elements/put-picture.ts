import { ErrorEnvelope } from '@atelier/contracts';
import { Picture, picturePath } from '@atelier/contracts/studio';
import { z } from 'zod';

const Answer = z.object({
  value: Picture.pick({ blob: true, kind: true, name: true }).optional(),
  error: z.unknown().optional(),
});

type Put = { readonly picture: Picture } | { readonly error: ErrorEnvelope };

/** Sends a picture; what comes back is put on a record by an edit. */
export const putPicture = async (projectId: string, file: File, send: typeof fetch = fetch): Promise<Put> => {
  const answer = await send(picturePath(projectId, file.name), { method: 'PUT', body: file }).catch(() => undefined);
  if (answer === undefined) return refused('UNREACHABLE', 'Atelier does not answer.');
  const read = Answer.safeParse(await answer.json().catch(() => undefined));
  if (read.success && read.data.value !== undefined) return { picture: { ...read.data.value, onQuote: false } };
  const said = ErrorEnvelope.safeParse(read.success ? read.data.error : undefined);
  return said.success ? { error: said.data } : refused('BAD_REPLY', `The server answered ${answer.status}.`);
};

const refused = (code: string, message: string): Put => ({
  error: { code, message, retry: { kind: 'not_retryable' } },
});

import { err, ok, type Result } from '@atelier/kernel/core';
import { z } from 'zod';

export const largestBody = 1024 * 1024;

// The command protocol can also carry dates and files (`meta`); commands here are plain JSON, and anything else is refused.
const CommandBody = z.object({ json: z.unknown(), meta: z.array(z.never()).optional() });

export type BodyRefused = 'MALFORMED_BODY' | 'BODY_TOO_LARGE';

/** The parameters inside a command's body, not yet checked against any contract. */
export const readParams = async (request: Request, limit = largestBody): Promise<Result<unknown, BodyRefused>> => {
  if (!request.headers.get('content-type')?.toLowerCase().startsWith('application/json')) return err('MALFORMED_BODY');
  const text = await readText(request, limit);
  if (text === undefined) return err('BODY_TOO_LARGE');
  try {
    const body = CommandBody.safeParse(JSON.parse(text));
    return body.success ? ok(body.data.json) : err('MALFORMED_BODY');
  } catch {
    return err('MALFORMED_BODY');
  }
};

/** Undefined as soon as more than `limit` bytes have come, whatever the headers promised. */
const readText = async (request: Request, limit: number): Promise<string | undefined> => {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request.body ?? []) {
    size += piece.length;
    if (size > limit) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

import { err, type NotTidy, ok, parseExactly, type Result, tidyJson } from '@atelier/kernel/core';
import { z } from 'zod';

const largestBody = 1024 * 1024;

// The command protocol can also carry dates and files (`meta`); commands here are plain JSON, and anything else is refused.
const CommandBody = z.object({ json: z.unknown(), meta: z.array(z.never()).optional() });

type BodyRefused =
  | { readonly code: 'MALFORMED_BODY' }
  | { readonly code: 'BODY_TOO_LARGE'; readonly details: { readonly largestBody: number } }
  | { readonly code: 'INVALID_PARAMS'; readonly details: { readonly issues: { path: string; message: string }[] } };

/**
 * The parameters inside a command's body, not yet checked against any contract. Half a character, which a cut emoji
 * leaves, is replaced here: no log can hold it, and further in it would be taken for damage.
 */
export const readParams = async (request: Request, limit = largestBody): Promise<Result<unknown, BodyRefused>> => {
  if (!request.headers.get('content-type')?.toLowerCase().startsWith('application/json')) return malformed;
  const text = await readText(request, limit);
  if (text === undefined) return err({ code: 'BODY_TOO_LARGE', details: { largestBody: limit } });
  try {
    const body = CommandBody.safeParse(parseExactly(text));
    if (!body.success) return malformed;
    const tidy = tidyJson(body.data.json);
    if (tidy.ok) return ok(tidy.value.value);
    return err({
      code: 'INVALID_PARAMS',
      details: { issues: [{ path: tidy.error.at, message: wordsFor(tidy.error) }] },
    });
  } catch {
    return malformed;
  }
};

const malformed = err({ code: 'MALFORMED_BODY' } as const);

const wordsFor = (error: NotTidy): string =>
  error.reason === 'too_deep'
    ? `Nested deeper than ${error.max} levels`
    : error.reason === 'rounded_number'
      ? `More digits than a number keeps: ${error.digits.slice(0, 40)}`
      : `Forbidden key: "${error.key}"`;

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

import { APICallError, InvalidResponseDataError, TypeValidationError } from '@ai-sdk/provider';
import { failureOfHttp, type ModelFailure } from '../core/failure.ts';
import { ForeignAnswer } from './answer-body.ts';
import { type ErrorBody, errorIn, parsed } from './error-body.ts';
import { GateRefusal } from './gate.ts';

/** Turns whatever a provider's client threw into one of our codes. The fault's own text may hold prompts: it is not kept. */
export const failureOfFault = (fault: unknown, signal: AbortSignal, now: number): ModelFailure => {
  if (signal.aborted) return { code: 'USER_CANCELED', message: 'Canceled.' };
  const refusal = causes(fault).find((each) => each instanceof GateRefusal || each instanceof ForeignAnswer);
  if (refusal) return refusal.failure;
  if (APICallError.isInstance(fault) && fault.statusCode !== undefined && fault.statusCode >= 300) {
    // The body before what the client kept of it: a client keeps what it needs itself.
    const body = errorIn(parsed(fault.responseBody)) ?? errorIn(fault.data);
    return failureOfHttp({ headers: fault.responseHeaders ?? {}, ...body, status: fault.statusCode }, now);
  }
  const said = errorInStream(fault);
  if (said) {
    const { status: _notOfTheAnswer, ...failure } = failureOfHttp(
      { headers: {}, ...said, status: statusOf(said) },
      now,
    );
    return failure;
  }
  if (!isOfTheNetwork(fault)) return malformed;
  return neverConnected(fault) ? { ...unreachable, unsent: true } : unreachable;
};

const unreachable = {
  code: 'NETWORK_UNAVAILABLE',
  message: 'The provider could not be reached, or the connection broke.',
} as const;
const malformed = {
  code: 'MODEL_OUTPUT_MALFORMED',
  message: 'The provider answered with something that is not its own format.',
} as const;

/**
 * Providers also report trouble inside a stream that began well. Their clients pass it on as a plain object; where a
 * client knows no such frame, it says that the frame does not fit.
 */
const errorInStream = (fault: unknown): ErrorBody | undefined => {
  if (!(fault instanceof Error)) return errorIn(fault);
  const unfit = causes(fault).find((each) => TypeValidationError.isInstance(each))?.value;
  return isErrorFrame(unfit) ? errorIn(unfit) : undefined;
};

const isErrorFrame = (frame: unknown): boolean =>
  typeof frame === 'object' &&
  frame !== null &&
  ('error' in frame || ('object' in frame && frame.object === 'error') || ('type' in frame && frame.type === 'error'));

/** Failures of finding and reaching a host: they come before the first byte of a request. */
const neverConnected = (fault: unknown): boolean =>
  causes(fault).some((each) => each instanceof Error && 'code' in each && connectCodes.includes(String(each.code)));

const connectCodes = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Whatever else a client throws, it throws because it could not read what came. */
const isOfTheNetwork = (fault: unknown): boolean =>
  causes(fault).some(
    (each) =>
      (APICallError.isInstance(each) && each.statusCode === undefined) ||
      // Without the offending data it only says that the stream ended too soon: that is a cut.
      (InvalidResponseDataError.isInstance(each) && each.data === undefined) ||
      // What carries the bytes names a code or wraps a cause, and a bug of a client's has neither.
      (each instanceof TypeError && each.cause !== undefined) ||
      (each instanceof Error && 'code' in each && typeof each.code === 'string') ||
      (each instanceof Error && (each.name === 'AbortError' || each.name === 'TimeoutError')),
  );

const causes = (fault: unknown): unknown[] => {
  const chain: unknown[] = [];
  for (let each = fault; each instanceof Error && chain.length < 8; each = each.cause) chain.push(each);
  return chain;
};

/** A frame has no status of its own: the number or the type it names stands for one; words alone are the server's trouble. */
const statusOf = ({ status, type }: ErrorBody): number => {
  if (status !== undefined) return status;
  if (type === undefined || /overloaded|unavailable|server_error|api_error|internal/i.test(type)) return 503;
  if (/rate_limit|resource_exhausted/i.test(type)) return 429;
  if (/auth|permission/i.test(type)) return 401;
  return 400;
};

import { APICallError, InvalidResponseDataError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { failureOfHttp, type ModelFailure } from '../core/failure.ts';
import { errorIn, parsed } from './error-body.ts';
import { GateRefusal } from './gate.ts';

/** Turns whatever a provider's client threw into one of our codes. The fault's own text may hold prompts: it is not kept. */
export const failureOfFault = (fault: unknown, signal: AbortSignal, now: number): ModelFailure => {
  if (signal.aborted) return { code: 'USER_CANCELED', message: 'Canceled.' };
  const refusal = causes(fault).find((each) => each instanceof GateRefusal);
  if (refusal) return refusal.failure;
  if (APICallError.isInstance(fault) && fault.statusCode !== undefined && fault.statusCode >= 300) {
    // The body before what the client kept of it: a client keeps what it needs itself.
    const said = errorIn(parsed(fault.responseBody)) ?? errorIn(fault.data);
    return failureOfHttp({ headers: fault.responseHeaders ?? {}, ...said, status: fault.statusCode }, now);
  }
  if (isMalformed(fault)) {
    return {
      code: 'MODEL_OUTPUT_MALFORMED',
      message: 'The provider answered with something that is not its own format.',
    };
  }
  // Providers also report trouble inside a stream that began well; their clients pass it on as a plain object.
  const inStream = fault instanceof Error ? undefined : errorIn(fault);
  if (inStream) return failureOfHttp({ status: statusOf(inStream.type), headers: {}, ...inStream }, now);
  return { code: 'NETWORK_UNAVAILABLE', message: 'The provider could not be reached, or the connection broke.' };
};

const isMalformed = (fault: unknown): boolean =>
  causes(fault).some(
    (each) =>
      JSONParseError.isInstance(each) ||
      TypeValidationError.isInstance(each) ||
      // Without the offending data it only says that the stream ended too soon: that is a cut.
      (InvalidResponseDataError.isInstance(each) && each.data !== undefined),
  );

const causes = (fault: unknown): unknown[] => {
  const chain: unknown[] = [];
  for (let each = fault; each instanceof Error && chain.length < 8; each = each.cause) chain.push(each);
  return chain;
};

const statusOf = (type = ''): number => {
  if (/overloaded|unavailable|server_error|api_error|internal/i.test(type)) return 503;
  if (/rate_limit|resource_exhausted/i.test(type)) return 429;
  if (/auth|permission/i.test(type)) return 401;
  return 400;
};

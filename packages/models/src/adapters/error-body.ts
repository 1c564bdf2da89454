/** What is read of a provider's error: its own words for what went wrong, never shown, only recognised. */
export type ErrorBody = {
  readonly type?: string;
  readonly message?: string;
  /** A status inside the body, where a stream that began well has no other. */
  readonly status?: number;
  /** How long to wait, as Google writes it: `26s`. */
  readonly retryDelay?: string;
};

/**
 * OpenAI and Google say `{error: {type | code | status, message}}`, Anthropic `{type: 'error', error: {type}}`, Mistral
 * `{object: 'error', type, message}`; local servers may say `{error: 'words'}` and no more.
 */
export const errorIn = (body: unknown): ErrorBody | undefined => {
  if (typeof body === 'string') return body.trim() === '' ? undefined : { message: body };
  if (!isRecord(body)) return undefined;
  if (typeof body.error === 'string' || isRecord(body.error)) return errorIn(body.error);
  const { type, code, status, statusCode, message, details } = body;
  const kind = [type, code, status].filter((each) => typeof each === 'string').join(' ');
  const written = [statusCode, code, status].find((each) => typeof each === 'number' && each >= 400 && each < 600);
  if (kind === '' && written === undefined && typeof message !== 'string') return undefined;
  const retryDelay = retryDelayIn(details);
  return {
    ...(kind === '' ? {} : { type: kind }),
    ...(typeof message === 'string' ? { message } : {}),
    ...(written === undefined ? {} : { status: written as number }),
    ...(retryDelay === undefined ? {} : { retryDelay }),
  };
};

export const parsed = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const retryDelayIn = (details: unknown): string | undefined => {
  if (!Array.isArray(details)) return undefined;
  const delays = details.flatMap((each) => (isRecord(each) ? [each.retryDelay] : []));
  return delays.find((each) => typeof each === 'string');
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import type { ConsentTriple } from './consent.ts';
import type { CapReached } from './price.ts';

/** Why a model did not answer. Closed: surfaces branch on `code`, never on `message`. */
export const failureCodes = [
  'PROVIDER_NOT_CONFIGURED',
  'PROVIDER_AUTH_FAILED',
  'PROVIDER_RATE_LIMITED',
  'PROVIDER_UNAVAILABLE',
  'PROVIDER_REFUSED',
  'NETWORK_UNAVAILABLE',
  'CONTEXT_EXHAUSTED',
  'MODEL_OUTPUT_MALFORMED',
  'TOOLS_NOT_SUPPORTED',
  'EGRESS_BLOCKED_BY_POLICY',
  'EGRESS_CONSENT_REQUIRED',
  'BUDGET_CAP_REACHED',
  'USER_CANCELED',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** One thing that is wrong with a structured answer; `path` as a JSON pointer. */
export type AnswerIssue = { readonly path: string; readonly message: string };

export type ModelFailure = {
  readonly code: FailureCode;
  /** One sentence without key, prompt or file text. */
  readonly message: string;
  readonly status?: number;
  /** No connection came about, so that nothing was sent and nothing is billed. */
  readonly unsent?: true;
  /** It had begun or was awaited, and so many milliseconds passed without a word. */
  readonly silentMs?: number;
  /** With `MODEL_OUTPUT_MALFORMED`: what does not fit, and where. */
  readonly issues?: readonly AnswerIssue[];
  /** What the provider asked us to wait. */
  readonly retryAfterMs?: number;
  /** With `EGRESS_CONSENT_REQUIRED`: what a person is asked to agree to. */
  readonly consent?: ConsentTriple;
  /** With `BUDGET_CAP_REACHED`: which cap, and whether it is reached or the price is not known. */
  readonly cap?: CapReached;
};

export type HttpFailure = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The provider's own error type or code, when its body had one; never shown, only recognised. */
  readonly type?: string;
  readonly message?: string;
  /** A wait that stands in the body, in seconds: `26s`. */
  readonly retryDelay?: string;
};

/** Says what an HTTP answer means. The provider's words are only searched for its own error types, never repeated. */
export const failureOfHttp = (answer: HttpFailure, now: number): ModelFailure => {
  const { status, type = '', message = '' } = answer;
  const words = `${type} ${message}`.toLowerCase();
  if (status === 401 || status === 403 || keyWords.some((word) => words.includes(word)))
    return { code: 'PROVIDER_AUTH_FAILED', message: authSentence, status };
  if (status === 402 || ((status === 400 || status === 429) && spentWords.some((word) => words.includes(word)))) {
    return { code: 'PROVIDER_AUTH_FAILED', message: spentSentence, status };
  }
  if (status === 413 || (status === 400 && contextWords.some((word) => words.includes(word)))) {
    return { code: 'CONTEXT_EXHAUSTED', message: 'This is more than the model can take in at once.', status };
  }
  // Before the trouble of servers: some say so with a status of 500.
  if (toolWords.some((word) => words.includes(word))) {
    return { code: 'TOOLS_NOT_SUPPORTED', message: 'This model cannot call tools; choose one that can.', status };
  }
  if (status === 429) {
    const retryAfterMs = retryAfter(answer, now);
    return {
      code: 'PROVIDER_RATE_LIMITED',
      message: 'The provider asked us to slow down.',
      status,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
  if (status === 408 || status >= 500) {
    const retryAfterMs = retryAfter(answer, now);
    return {
      code: 'PROVIDER_UNAVAILABLE',
      message: `The provider could not answer (status ${status}).`,
      status,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
  return { code: 'PROVIDER_REFUSED', message: `The provider refused the request (status ${status}).`, status };
};

export const isTransient = ({ code }: ModelFailure): boolean =>
  code === 'PROVIDER_RATE_LIMITED' || code === 'PROVIDER_UNAVAILABLE' || code === 'NETWORK_UNAVAILABLE';

const authSentence = 'The provider did not accept the key. Check it in Settings.';
/** Google answers a wrong key with 400. */
const keyWords = ['api_key_invalid', 'api key not valid', 'invalid_api_key'];
const contextWords = [
  'context_length_exceeded',
  'context length',
  'prompt is too long',
  'maximum context',
  'available context size',
  'too many tokens',
  'input token count',
  'exceeds the maximum number of tokens',
];
/** Not `quota` and not `billing`: Google's every limit speaks of both. */
const spentWords = ['insufficient_quota', 'credit balance'];
const spentSentence = 'The account has no quota or credit left with this provider. Add some there, then try again.';
const toolWords = [
  'does not support tools',
  'does not support function',
  'tool use is not supported',
  'tools are not supported',
  'unsupported param: tools',
  'requires --jinja',
  'requires --enable-auto-tool-choice',
];

/** Seconds or an HTTP date; some providers send milliseconds in a header of their own, Google seconds in the body. */
const retryAfter = ({ headers, retryDelay = '' }: HttpFailure, now: number): number | undefined => {
  const milliseconds = Number(headers['retry-after-ms']);
  if (headers['retry-after-ms'] !== undefined && Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
  const written = headers['retry-after'];
  if (written === undefined) {
    const inBody = Number(/^(\d+(?:\.\d+)?)s$/.exec(retryDelay)?.[1] ?? Number.NaN);
    return Number.isNaN(inBody) ? undefined : Math.round(inBody * 1000);
  }
  const seconds = Number(written);
  if (Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1000));
  const date = Date.parse(written);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

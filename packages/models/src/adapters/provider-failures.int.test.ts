import '../testing/only-loopback.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect, entryOf, failureOf, modelOn, testKey, wires } from '../testing/doubles/clients.ts';
import { type Doubles, startDoubles } from '../testing/doubles/server.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.close());

describe.each(wires)('%s: an answer that is an error', (_name, entry) => {
  const model = () => modelOn(doubles, entry);

  test.each([
    [401, 'invalid_api_key', 'bad key', 'PROVIDER_AUTH_FAILED'],
    [403, 'permission_error', 'no', 'PROVIDER_AUTH_FAILED'],
    [429, 'rate_limit_error', 'slow down', 'PROVIDER_RATE_LIMITED'],
    [500, 'server_error', 'oops', 'PROVIDER_UNAVAILABLE'],
    [503, 'overloaded_error', 'busy', 'PROVIDER_UNAVAILABLE'],
    [400, 'context_length_exceeded', 'maximum context length', 'CONTEXT_EXHAUSTED'],
    [400, 'invalid_request_error', 'bad field', 'PROVIDER_REFUSED'],
  ])('status %i %s becomes a typed failure', async (status, type, message, code) => {
    doubles.script({ error: { status, type, message, headers: { 'retry-after': '7' } } });
    const failure = failureOf(await collect(model()));
    expect(failure.code).toBe(code);
    if (code === 'PROVIDER_RATE_LIMITED') expect(failure.retryAfterMs).toBe(7000);
    expect(JSON.stringify(failure)).not.toContain(testKey);
  });
});

// Bodies as the providers send them: what they mean is in words that other failures share.
describe('a limit of the provider', () => {
  const gemini = entryOf('google:gemini-3-pro');
  const exhausted = (...details: readonly { readonly '@type': string; readonly [field: string]: string }[]) => ({
    error: {
      code: 429,
      message:
        'You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.',
      status: 'RESOURCE_EXHAUSTED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.Help',
          links: [{ description: 'Learn more about Gemini API quotas' }],
        },
        ...details,
      ],
    },
  });

  test('Google speaks of billing at every limit: it is a limit, and its delay is in the body', async () => {
    for (const [written, retryAfterMs] of [
      ['26s', 26_000],
      ['20.04466179s', 20_045],
    ] as const) {
      const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: written };
      doubles.script({ error: { status: 429, body: exhausted(retry) } });
      expect(failureOf(await collect(modelOn(doubles, gemini)))).toMatchObject({
        code: 'PROVIDER_RATE_LIMITED',
        retryAfterMs,
      });
    }
    doubles.script({ error: { status: 429, body: exhausted() } });
    const { code, retryAfterMs } = failureOf(await collect(modelOn(doubles, gemini)));
    expect([code, retryAfterMs]).toEqual(['PROVIDER_RATE_LIMITED', undefined]);
  });

  test('OpenAI says by its type that nothing is left to spend', async () => {
    const error = {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      param: null,
      code: 'insufficient_quota',
    };
    doubles.script({ error: { status: 429, body: { error } } });
    const failure = failureOf(await collect(modelOn(doubles, entryOf('openai:gpt-5.2'))));
    expect(failure.code).toBe('PROVIDER_AUTH_FAILED');
    expect(failure.message).toContain('quota');
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect, entryOf, failureOf, local, modelOn, testKey, wires } from '../testing/doubles/clients.ts';
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
    [400, 'exceed_context_size_error', 'the request exceeds the available context size', 'CONTEXT_EXHAUSTED'],
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
  const gemini = entryOf('google:gemini-3.1-pro-preview');
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

  test('an account without money is not a request gone wrong, whatever status says so', async () => {
    for (const [modelId, status, body] of [
      [
        'anthropic:claude-sonnet-4-6',
        400,
        {
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message: 'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.',
          },
        },
      ],
      ['anthropic:claude-sonnet-4-6', 402, { type: 'error', error: { type: 'billing_error', message: 'Not paid.' } }],
      ['mistral:mistral-large', 402, { object: 'error', type: 'payment_required', message: 'No.', param: null }],
    ] as const) {
      doubles.script({ error: { status, body } });
      expect(failureOf(await collect(modelOn(doubles, entryOf(modelId))))).toMatchObject({
        code: 'PROVIDER_AUTH_FAILED',
        message: expect.stringContaining('quota'),
      });
    }
  });
});

test('a model that cannot call tools is said to be so, whatever status its server says it with', async () => {
  for (const [status, message] of [
    [500, 'tools param requires --jinja flag'],
    [500, 'Unsupported param: tools'],
    [400, 'registry.ollama.ai/library/gemma:2b does not support tools'],
    [400, 'This model does not support function calling.'],
    [404, 'No endpoints found: tool use is not supported'],
    [422, 'tools are not supported by this model'],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  ] as const) {
    doubles.script({ error: { status, message, type: 'server_error' } });
    expect([message, failureOf(await collect(modelOn(doubles, local))).code]).toEqual([message, 'TOOLS_NOT_SUPPORTED']);
  }
  doubles.script({ error: { status: 500, message: 'the tools of this trade broke', type: 'server_error' } });
  expect(failureOf(await collect(modelOn(doubles, local))).code).toBe('PROVIDER_UNAVAILABLE');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundledModels } from './bundled-models.ts';
import { hasConsent, noConsent, scopeText } from './consent.ts';
import { efforts, normaliseEffort, normaliseEffortSettings } from './effort.ts';
import { decideEgress, decideEndpoint } from './egress.ts';
import { failureOfHttp, type ModelFailure } from './failure.ts';
import { costOf, emptyMeter, estimateRun, judgeCaps, metered } from './price.ts';
import { Registry } from './registry.ts';
import { decideRetry } from './retry.ts';

const effortsOf = (modelId: string) => bundledModels.find((entry) => entry.modelId === modelId)?.efforts ?? [];

test('[WS-15] an effort is lower-cased and kept when the model knows it, else medium, on every load', () => {
  const openai = effortsOf('openai:gpt-5.2');
  const codex = effortsOf('openai-codex:gpt-5.3-codex');
  expect(normaliseEffortSettings({ rpi_research_reasoning_effort: 'HIGH' }, openai).rpi_research_reasoning_effort).toBe(
    'high',
  );
  expect(normaliseEffortSettings({ rpi_plan_reasoning_effort: 'none' }, codex).rpi_plan_reasoning_effort).toBe(
    'medium',
  );
  expect(normaliseEffortSettings({}, codex).rpi_implement_reasoning_effort).toBe('medium');
  for (const odd of [7, null, 'xhigh ', '']) expect(normaliseEffort(odd, openai)).toBe('medium');
});

test('a model that does not know medium is given the nearest it knows, the lesser of two as near', () => {
  expect(normaliseEffort(undefined, ['high', 'xhigh'])).toBe('high');
  expect(normaliseEffort('max', ['none', 'low'])).toBe('low');
  expect(normaliseEffort('medium', ['low', 'high'])).toBe('low');
  expect(normaliseEffort('none', ['max'])).toBe('max');
  expect(normaliseEffort('high', [])).toBe('medium');
  fc.assert(
    fc.property(fc.anything(), fc.subarray([...efforts], { minLength: 1 }), (written, known) => {
      expect(known).toContain(normaliseEffort(written, known));
    }),
  );
});

describe('egress', () => {
  const openai = { provider: 'openai' } as const;
  test.each([
    ['https://api.openai.com/v1/responses', true],
    ['http://api.openai.com/v1/responses', false],
    ['https://api.openai.com:8443/v1', false],
    ['https://api.openai.com.evil.example/v1', false],
    ['https://api.anthropic.com/v1', false],
    ['https://127.0.0.1/v1', false],
    ['https://[::1]/v1', false],
    ['https://2130706433/v1', false],
    ['https://user:pass@api.openai.com/v1', false],
    ['file:///etc/passwd', false],
    ['no url', false],
  ])('%s to OpenAI: %s', (url, allowed) => {
    expect(decideEgress(url, openai).ok).toBe(allowed);
  });

  test('[MD-25] an entered endpoint may be plain http on loopback and nowhere else', () => {
    expect(decideEndpoint('http://127.0.0.1:11434/v1').ok).toBe(true);
    expect(decideEndpoint('http://localhost:1234/v1').ok).toBe(true);
    expect(decideEndpoint('http://[::1]:1234/v1').ok).toBe(true);
    expect(decideEndpoint('http://127.1:1234/v1').ok).toBe(true);
    expect(decideEndpoint('http://192.168.0.5:1234/v1').ok).toBe(false);
    expect(decideEndpoint('https://192.168.0.5:1234/v1').ok).toBe(false);
    expect(decideEndpoint('https://models.example/v1').ok).toBe(true);
    expect(decideEndpoint('http://models.example/v1').ok).toBe(false);
    expect(decideEndpoint('ftp://127.0.0.1/v1').ok).toBe(false);
    expect(decideEndpoint('https://models.example/v1?key=sk-secret').ok).toBe(false);
    expect(decideEndpoint('https://sk-secret@models.example/v1').ok).toBe(false);
  });

  test('[MD-26] a call stays on the endpoint that was entered, port included', () => {
    const local = { provider: 'local', endpoint: 'http://127.0.0.1:11434/v1' };
    expect(decideEgress('http://127.0.0.1:11434/v1/chat/completions', local).ok).toBe(true);
    expect(decideEgress('http://127.0.0.1:4983/api', local).ok).toBe(false);
    expect(decideEgress('https://api.openai.com/v1', local).ok).toBe(false);
  });
});

describe('retry', () => {
  const busy: ModelFailure = { code: 'PROVIDER_UNAVAILABLE', message: '' };
  test('three waits that grow and are spread, then a pause', () => {
    const ranges = [
      [500, 1000],
      [1000, 2000],
      [4000, 8000],
    ] as const;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
        const decision = decideRetry(busy, attempt, random);
        const [least, most] = ranges[attempt] ?? [0, 0];
        expect(decision.kind === 'wait' && decision.afterMs >= least && decision.afterMs <= most).toBe(true);
      }),
    );
    expect(decideRetry(busy, 3, 0)).toEqual({ kind: 'pause', reason: 'exhausted' });
  });
  test('[MD-27] Retry-After is honoured up to a minute; a longer one pauses at once', () => {
    const limited = (retryAfterMs: number): ModelFailure => ({
      code: 'PROVIDER_RATE_LIMITED',
      message: '',
      retryAfterMs,
    });
    expect(decideRetry(limited(60_000), 0, 0)).toMatchObject({ kind: 'wait', afterMs: 60_000 });
    expect(decideRetry(limited(60_001), 0, 0)).toEqual({ kind: 'pause', reason: 'wait_too_long' });
  });
  test('what a retry cannot mend is not retried', () => {
    for (const code of [
      'PROVIDER_AUTH_FAILED',
      'CONTEXT_EXHAUSTED',
      'USER_CANCELED',
      'EGRESS_BLOCKED_BY_POLICY',
    ] as const) {
      expect(decideRetry({ code, message: '' }, 0, 0)).toEqual({ kind: 'give_up' });
    }
  });
  test('Retry-After may be seconds, a date or milliseconds of its own', () => {
    const at = Date.parse('2026-01-01T00:00:00Z');
    const after = (headers: Record<string, string>) => failureOfHttp({ status: 429, headers }, at).retryAfterMs;
    expect(after({ 'retry-after': '2' })).toBe(2000);
    expect(after({ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' })).toBe(5000);
    expect(after({ 'retry-after-ms': '250' })).toBe(250);
    expect(after({ 'retry-after': 'soon' })).toBeUndefined();
    expect(after({})).toBeUndefined();
  });
});

describe('consent', () => {
  const wanted = { providerId: 'openai', modelId: 'openai:gpt-5.2', scopeHash: 'sha256:a' };
  test('it binds provider, model and files together', () => {
    const given = { ...noConsent, persisted: [wanted] };
    expect(hasConsent(given, wanted)).toBe(true);
    expect(hasConsent(given, { ...wanted, modelId: 'openai:other' })).toBe(false);
    expect(hasConsent(given, { ...wanted, providerId: 'google' })).toBe(false);
    expect(hasConsent(given, { ...wanted, scopeHash: 'sha256:b' })).toBe(false);
    expect(hasConsent({ ...noConsent, mode: 'allow_all' }, wanted)).toBe(true);
  });
  test('the order in which files are listed does not change what was agreed to', () => {
    const files = [
      { path: 'b.csv', blob: 'sha256:2' },
      { path: 'a.csv', blob: 'sha256:1' },
    ];
    expect(scopeText(files)).toBe(scopeText(files.toReversed()));
  });
});

describe('cost', () => {
  const price = { input: 2, cachedInput: 0.5, output: 10, asOf: '2026-11-01' };
  test('cached input is cheaper, and a cost is whole millionths of a dollar', () => {
    expect(costOf({ inputTokens: 1000, cachedInputTokens: 400, outputTokens: 100, reasoningTokens: 50 }, price)).toBe(
      2400,
    );
  });
  test('a call without a known price is never counted as free', () => {
    expect(metered(emptyMeter, undefined)).toEqual({ spent: 0, unpriced: 1 });
  });
  test('the cap stops the call that might pass it, before it is made', () => {
    const meter = { spent: 900, unpriced: 0, cap: 1000 };
    expect(judgeCaps(meter, 100)).toBeUndefined();
    expect(judgeCaps(meter, 101)).toEqual({ scope: 'run', reason: 'cap_reached' });
    expect(judgeCaps(meter, undefined)).toEqual({ scope: 'run', reason: 'price_unknown' });
    expect(judgeCaps(emptyMeter, undefined)).toBeUndefined();
    expect(judgeCaps(meter, 60, { perTurn: 50 })).toEqual({ scope: 'turn', reason: 'cap_reached' });
    expect(judgeCaps(meter, 60, { perTurn: 60, leftToday: 59 })).toEqual({ scope: 'day', reason: 'cap_reached' });
    expect(judgeCaps(emptyMeter, undefined, { leftToday: 0 })).toEqual({ scope: 'day', reason: 'price_unknown' });
    // What costs nothing may go on when nothing is left.
    expect(judgeCaps(emptyMeter, 0, { perTurn: 0, leftToday: 0 })).toBeUndefined();
  });
  test('a run is estimated from one short answer to every turn in full; without a price there is no figure', () => {
    const price = { input: 1, output: 10, asOf: '2026-11-15' };
    expect(estimateRun({ bytes: 4000, turns: 1, maxOutputTokens: 1000 }, price)).toEqual({
      least: 6000,
      most: 11_000,
    });
    // The second turn reads the first one's answer and a receipt: 4,000 + 4,000 + 2,048 bytes.
    expect(estimateRun({ bytes: 4000, turns: 2, maxOutputTokens: 1000 }, price)?.most).toBe(11_000 + 2512 + 10_000);
    expect(estimateRun({ bytes: 4000, turns: 2, maxOutputTokens: 1000 }, undefined)).toBeUndefined();
  });
});

describe('the bundled registry', () => {
  test('[MD-41] every hosted model has a dated price, or says why nobody could confirm one', () => {
    const hosted = bundledModels.filter(({ auth }) => auth !== 'none');
    const priced = hosted.filter(({ price }) => price !== undefined);
    expect(priced.map(({ modelId, price }) => [modelId, price])).toEqual([
      ['openai:gpt-5.2', { input: 1.75, cachedInput: 0.175, output: 14, asOf: '2026-08-08' }],
      ['anthropic:claude-sonnet-4-6', { input: 3, cachedInput: 0.3, output: 15, asOf: '2026-08-08' }],
      ['anthropic:claude-opus-4-6', { input: 5, cachedInput: 0.5, output: 25, asOf: '2026-08-08' }],
      ['google:gemini-3.1-pro-preview', { input: 2, cachedInput: 0.2, output: 12, asOf: '2026-11-16' }],
    ]);
    const unpriced = hosted.filter((entry) => !priced.includes(entry));
    expect(unpriced.map(({ modelId }) => modelId)).toEqual(['openai-codex:gpt-5.3-codex', 'mistral:mistral-large']);
    for (const { unpriced: because } of unpriced) expect(because).toMatch(/\w+ \w+/);
  });
  test('a registry with a hosted model that is silent about its price, or says both, is refused', () => {
    const silent = {
      modelId: 'openai:new',
      provider: 'openai',
      label: 'New',
      auth: 'api_key',
    };
    const price = { input: 1, output: 2, asOf: '2026-11-01' };
    const holds = (entry: object) => Registry.safeParse({ v: 1, models: [entry] }).success;
    expect(holds(silent)).toBe(false);
    expect(holds({ ...silent, price })).toBe(true);
    expect(holds({ ...silent, unpriced: 'Nobody says.' })).toBe(true);
    expect(holds({ ...silent, price, unpriced: 'Nobody says.' })).toBe(false);
    expect(holds({ ...silent, price: { ...price, asOf: 'lately' } })).toBe(false);
  });
});

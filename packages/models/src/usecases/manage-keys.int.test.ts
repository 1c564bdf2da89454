import '../testing/only-loopback.ts';
import { createMemoryLog, createProjection } from '@atelier/kernel/adapters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { environmentKey } from '../adapters/environment-keys.ts';
import { createGate } from '../adapters/gate.ts';
import { createProviderProbe } from '../adapters/provider-probe.ts';
import { emptyModels, evolveModels } from '../core/models-state.ts';
import type { KeyStore } from '../ports/key-store.ts';
import { type Doubles, startDoubles } from '../testing/index.ts';
import { discoverLocal, setLocalEndpoint } from './discover-local.ts';
import { createKeys, keyedProviders } from './manage-keys.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.close());
beforeEach(() => doubles.script());

const createMemoryKeys = (): KeyStore => {
  const keys = new Map<string, string>();
  return {
    place: 'encrypted_file',
    get: async (provider) => keys.get(provider),
    set: async (provider, key) => void keys.set(provider, key),
    remove: async (provider) => void keys.delete(provider),
  };
};

const open = (environment: Readonly<Record<string, string>> = {}) => {
  const log = createMemoryLog();
  const models = createProjection({ log, initial: emptyModels, evolve: evolveModels });
  const probe = createProviderProbe({ gate: createGate({ dispatcher: doubles.dispatcher }), now: () => 0 });
  const deps = { log, models, stream: 'install', probe, today: () => '2026-11-15' };
  const keyStore = createMemoryKeys();
  const keys = createKeys({ ...deps, keyStore, environmentKey: (provider) => environmentKey(provider, environment) });
  return { keys, keyStore, log, deps };
};

describe('saving a key', () => {
  test.each(keyedProviders)(
    '%s: one authenticated GET, the key in a header and never in an address',
    async (provider) => {
      const { keys, log } = open();
      const before = doubles.seen.length;
      expect(await keys.save(provider, '  sk-good-key-1234 ')).toEqual({
        ok: true,
        value: { provider, status: 'configured', last4: '1234', source: 'saved', variable: null, enabled: true },
      });
      const asked = doubles.seen.slice(before);
      expect(asked).toHaveLength(1);
      expect(JSON.stringify(asked[0]?.headers)).toContain('sk-good-key-1234');
      expect(asked[0]?.path).not.toContain('sk-good');
      expect(JSON.stringify(await log.read('install'))).not.toContain('1234');
    },
  );

  test('[MD-09] a key is tried before it is saved: a rejected one is a field error and the one before it stays', async () => {
    for (const [status, type, message] of [
      [401, 'invalid_api_key', 'no'],
      [403, 'permission_error', 'no'],
      [400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'],
    ] as const) {
      const { keys, keyStore } = open();
      await keys.save('google', 'sk-old-key-0001');
      doubles.script({ error: { status, type, message } });
      expect(await keys.save('google', 'sk-new-key-0002')).toMatchObject({
        ok: false,
        error: { code: 'PROVIDER_AUTH_FAILED', field: 'key' },
      });
      expect(await keyStore.get('google')).toBe('sk-old-key-0001');
      expect(await keys.row('google')).toMatchObject({ value: { status: 'configured', last4: '0001' } });
    }
  });

  test.each([
    ['a broken line', { cut: { after: 0, how: 'break' as const } }],
    ['a provider that is down', { error: { status: 503 } }],
  ])('with %s it is kept and marked, and a later check clears the mark', async (_what, turn) => {
    const { keys, keyStore } = open();
    doubles.script(turn);
    expect(await keys.save('openai', 'sk-new-key-0002')).toMatchObject({
      ok: true,
      value: { status: 'needs_attention', last4: '0002' },
    });
    expect(await keyStore.get('openai')).toBe('sk-new-key-0002');
    expect(await keys.check('openai')).toMatchObject({ value: { status: 'configured' } });
  });

  test('what is no key is refused before anything is sent', async () => {
    const { keys } = open();
    const before = doubles.seen.length;
    for (const written of ['', 'short', 'two words in one', 'sk-מפתח-12345678', `sk-${'x'.repeat(600)}`]) {
      expect(await keys.save('openai', written)).toMatchObject({ error: { code: 'KEY_INVALID', field: 'key' } });
    }
    expect(doubles.seen).toHaveLength(before);
  });
});

test('a key in the environment wins and is shown as such, by the name of its variable', async () => {
  const { keys } = open({ GEMINI_API_KEY: 'env-key-9999' });
  await keys.save('google', 'sk-saved-key-0001');
  expect(await keys.row('google')).toMatchObject({
    value: { source: 'environment', variable: 'GEMINI_API_KEY', last4: '9999', status: 'configured' },
  });
  expect(await keys.keyFor('google')).toEqual({ ok: true, value: 'env-key-9999' });
});

test('a disabled provider is not called and keeps its key; a removed key is gone', async () => {
  const { keys } = open();
  await keys.save('mistral', 'sk-good-key-1234');
  await keys.setEnabled('mistral', false);
  expect(await keys.keyFor('mistral')).toMatchObject({
    error: { code: 'PROVIDER_NOT_CONFIGURED', reason: 'disabled' },
  });
  expect(await keys.row('mistral')).toMatchObject({ value: { enabled: false, last4: '1234' } });
  await keys.setEnabled('mistral', true);
  expect(await keys.keyFor('mistral')).toMatchObject({ ok: true });
  await keys.remove('mistral');
  expect(await keys.rows()).toMatchObject({
    value: keyedProviders.map((provider) => ({ provider, status: 'not_configured', last4: null, source: null })),
  });
  expect(await keys.keyFor('mistral')).toMatchObject({ error: { reason: 'no_key' } });
});

describe('local servers', () => {
  test('[MD-10] their models are found by asking: listed without a price per token, and one that cannot call tools says so', async () => {
    const { deps } = open();
    const data = [
      { id: 'plain' },
      { id: 'able', capabilities: ['tools'] },
      { id: 'mute', capabilities: ['completion'] },
    ];
    doubles.script({ raw: JSON.stringify({ object: 'list', data }) });
    const found = await setLocalEndpoint(deps)(doubles.localEndpoint);
    if (!found.ok) throw new Error(found.error.code);
    expect(found.value.map(({ modelId, tools, price }) => [modelId, tools, price?.output])).toEqual([
      ['local:plain', true, 0],
      ['local:able', true, 0],
      ['local:mute', false, 0],
    ]);
    expect(found.value[2]?.disabled).toContain('cannot call tools');
    expect(await deps.models.at('install')).toMatchObject({ value: { state: { endpoint: doubles.localEndpoint } } });
  });

  test('an address that leads elsewhere is refused unasked, and one where nobody answers is not saved', async () => {
    const { deps } = open();
    expect(await discoverLocal(deps)('http://192.168.1.5:11434/v1')).toMatchObject({
      error: { code: 'EGRESS_BLOCKED_BY_POLICY' },
    });
    expect(await setLocalEndpoint(deps)('http://127.0.0.1:9/v1')).toMatchObject({
      error: { code: 'NETWORK_UNAVAILABLE' },
    });
    expect(await deps.models.at('install')).toMatchObject({ value: { state: { endpoint: null } } });
  });
});

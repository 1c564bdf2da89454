import { createHash } from 'node:crypto';
import { createMemoryLog, createProjection } from '@atelier/kernel/adapters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { environmentKey } from '../adapters/environment-keys.ts';
import { createGate } from '../adapters/gate.ts';
import { createProviderProbe } from '../adapters/provider-probe.ts';
import { listModels } from '../core/model-list.ts';
import { effortFor, emptyModels, evolveModels } from '../core/models-state.ts';
import { wireNameOf } from '../core/registry.ts';
import { evolveSpending, noSpending } from '../core/spending.ts';
import type { KeyStore } from '../ports/key-store.ts';
import { collect, modelOn } from '../testing/doubles/clients.ts';
import { type Doubles, startDoubles } from '../testing/index.ts';
import { createEgress } from './egress-consent.ts';
import { createChoices } from './manage-choices.ts';
import { createEndpoints, endpointIdOf, keyName } from './manage-endpoints.ts';
import { createKeys, keyedProviders } from './manage-keys.ts';

let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.close());
beforeEach(() => doubles.script());

const sha256 = (text: Uint8Array | string) => createHash('sha256').update(text).digest('hex');

const createMemoryKeys = (): KeyStore => {
  const keys = new Map<string, string>();
  return {
    status: async () => ({ kind: 'file', because: 'turned_off' }),
    find: async (provider) => {
      const key = keys.get(provider);
      return key === undefined ? undefined : { key, keptIn: 'file' };
    },
    set: async (provider, key) => void keys.set(provider, key),
    remove: async (provider) => void keys.delete(provider),
  };
};

const open = (environment: Readonly<Record<string, string>> = {}) => {
  const log = createMemoryLog();
  const models = createProjection({ log, initial: emptyModels, evolve: evolveModels });
  const probe = createProviderProbe({ gate: createGate({ dispatcher: doubles.dispatcher }), now: () => 0 });
  const keyStore = createMemoryKeys();
  const spending = createProjection({ log, initial: noSpending, evolve: evolveSpending });
  const ledger = { log, stream: 'egress', spending };
  const egress = createEgress({ log, models, ledger, stream: 'models', newId: () => crypto.randomUUID() });
  const { withdrawWhere: withdrawConsent } = egress;
  const deps = { log, models, stream: 'models', probe, keyStore, sha256, withdrawConsent };
  const keys = createKeys({ ...deps, environmentKey: (provider) => environmentKey(provider, environment) });
  return { keys, keyStore, log, deps, egress };
};

describe('saving a key', () => {
  test.each(keyedProviders)(
    '%s: one authenticated GET, the key in a header and never in an address',
    async (provider) => {
      const { keys, log } = open();
      const before = doubles.seen.length;
      expect(await keys.save(provider, '  sk-good-key-1234 ')).toMatchObject({
        ok: true,
        value: { provider, status: 'configured', last4: '1234', keptIn: 'file', variable: null, enabled: true },
      });
      const asked = doubles.seen.slice(before);
      expect(asked).toHaveLength(1);
      expect(JSON.stringify(asked[0]?.headers)).toContain('sk-good-key-1234');
      expect(asked[0]?.path).not.toContain('sk-good');
      expect(JSON.stringify(await log.read('models'))).not.toContain('1234');
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
      expect(await keyStore.find('google')).toEqual({ key: 'sk-old-key-0001', keptIn: 'file' });
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
    expect(await keyStore.find('openai')).toEqual({ key: 'sk-new-key-0002', keptIn: 'file' });
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

test('a key in the environment wins, is shown by the name of its variable, and is not ours to change', async () => {
  const environment: Record<string, string> = {};
  const { keys } = open(environment);
  await keys.save('google', 'sk-saved-key-0001');
  environment.GEMINI_API_KEY = 'env-key-9999';
  expect(await keys.row('google')).toMatchObject({
    value: { keptIn: 'environment', variable: 'GEMINI_API_KEY', last4: '9999', status: 'configured' },
  });
  expect(await keys.keyFor('google')).toEqual({ ok: true, value: 'env-key-9999' });
  const before = doubles.seen.length;
  const fixed = { error: { code: 'KEY_FROM_ENVIRONMENT', variable: 'GEMINI_API_KEY' } };
  expect(await keys.save('google', 'sk-other-key-0002')).toMatchObject(fixed);
  expect(await keys.remove('google')).toMatchObject(fixed);
  expect(doubles.seen).toHaveLength(before);
  delete environment.GEMINI_API_KEY;
  expect(await keys.row('google')).toMatchObject({ value: { keptIn: 'file', last4: '0001' } });
});

test('an effort is kept per provider and phase; one its models do not know becomes medium', async () => {
  const { keys } = open();
  expect(await keys.setEffort('openai', 'research', 'high')).toMatchObject({
    value: { efforts: { research: 'high', plan: 'medium', implement: 'medium' } },
  });
  expect(await keys.setEffort('openai', 'research', 'max')).toMatchObject({
    value: { efforts: { research: 'medium' } },
  });
  expect(await keys.setEffort('anthropic', 'plan', 'max')).toMatchObject({ value: { efforts: { plan: 'max' } } });
});

test('[MD-51] every effort that one of a provider’s models knows can be set; a model that does not know it is asked at medium', async () => {
  const { keys, deps, log } = open();
  const choices = createChoices({ ...deps, keyed: async () => new Set<string>() });
  const about = { label: 'Thinker', contextTokens: 9_000, tools: true, vision: false, price: null };
  expect(await keys.setEffort('openai', 'plan', 'xhigh')).toMatchObject({ value: { efforts: { plan: 'medium' } } });
  await choices.setEntry({ ...about, modelId: 'openai:thinker', efforts: ['high', 'xhigh'] });
  expect(await keys.setEffort('openai', 'plan', 'xhigh')).toMatchObject({
    value: { efforts: { plan: 'xhigh' }, allowedEfforts: ['none', 'low', 'medium', 'high', 'xhigh'] },
  });
  const folded = await deps.models.at('models');
  if (!folded.ok) throw new Error('unhealthy');
  const { state } = folded.value;
  const effortOn = (modelId: string, phase: 'plan' | 'research' | null) => {
    const listed = listModels(state, new Set()).find(({ entry }) => entry.modelId === modelId);
    return listed && effortFor(state, listed.entry, phase);
  };
  expect(effortOn('openai:thinker', 'plan')).toBe('xhigh');
  expect(effortOn('openai:gpt-5.2', 'plan')).toBe('medium');
  expect(effortOn('openai:thinker', 'research')).toBe('high');
  expect(effortOn('openai:gpt-5.2', null)).toBe('medium');
  expect(effortOn('mistral:mistral-large', 'plan')).toBeUndefined();

  // What was set for a phase is what goes over the wire.
  const entry = listModels(state, new Set()).find((each) => each.entry.modelId === 'openai:thinker')?.entry;
  if (!entry) throw new Error('not listed');
  const effort = effortFor(state, entry, 'plan');
  doubles.script({ text: 'A plan.' });
  await collect(modelOn(doubles, entry), { messages: [{ role: 'user', text: 'Plan.' }], ...(effort && { effort }) });
  expect(doubles.seen.at(-1)?.body).toMatchObject({ model: 'thinker', reasoning: { effort: 'xhigh' } });
  expect(JSON.stringify(await log.read('models'))).toContain('provider.effort_set');
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
    value: keyedProviders.map((provider) => ({ provider, status: 'not_configured', last4: null, keptIn: null })),
  });
  expect(await keys.keyFor('mistral')).toMatchObject({ error: { reason: 'no_key' } });
});

describe('local servers', () => {
  const offer = (...data: readonly object[]) => doubles.script({ raw: JSON.stringify({ object: 'list', data }) });

  test('[MD-10] their models are found by asking: listed without a price per token, and one that cannot call tools says so', async () => {
    const { deps } = open();
    offer({ id: 'plain' }, { id: 'able', capabilities: ['tools'] }, { id: 'mute', capabilities: ['completion'] });
    const added = await createEndpoints(deps).add(`${doubles.localEndpoint}/`);
    if (!added.ok) throw new Error(added.error.code);
    const { endpointId } = added.value;
    const folded = await deps.models.at('models');
    if (!folded.ok) throw new Error('unhealthy');
    const listed = listModels(folded.value.state, new Set()).filter((each) => each.endpointId === endpointId);
    expect(
      listed.map(({ entry, tools, unavailable }) => [entry.modelId, tools, unavailable, entry.price?.output]),
    ).toEqual([
      [`local:${endpointId}/plain`, null, null, 0],
      [`local:${endpointId}/able`, true, null, 0],
      [`local:${endpointId}/mute`, false, 'no_tools', 0],
    ]);
    expect(listed.map(({ entry }) => wireNameOf(entry))).toEqual(['plain', 'able', 'mute']);
  });

  test('an address that leads elsewhere is refused unasked, and one where nobody answers is not saved', async () => {
    const { deps } = open();
    const endpoints = createEndpoints(deps);
    const before = doubles.seen.length;
    expect(await endpoints.add('http://192.168.1.5:11434/v1')).toMatchObject({
      error: { code: 'EGRESS_BLOCKED_BY_POLICY', reason: 'not_https' },
    });
    expect(doubles.seen).toHaveLength(before);
    expect(await endpoints.add('http://127.0.0.1:9/v1')).toMatchObject({
      error: { code: 'ENDPOINT_UNREACHABLE', because: { code: 'NETWORK_UNAVAILABLE' } },
    });
    expect(await deps.models.at('models')).toMatchObject({ value: { state: { endpoints: [] } } });
  });

  test('[MD-46] two addresses never share an id, however alike they are written; one address has one', () => {
    const idOf = (url: string) => endpointIdOf(new URL(url), sha256);
    const apart = [
      'https://my-models.example/v1',
      'https://mymodels.example/v1',
      'https://my.models.example/v1',
      'https://models.example/a/b',
      'https://models.example/a-b',
      'https://models.example/v1',
      'https://models.example',
      'https://models.example:8443/v1',
      'https://models.example-8443/v1',
      'http://127.0.0.1:1234/v1',
      'https://127.0.0.1:1234/v1',
      'http://[::1]:1234/v1',
    ];
    expect(new Set(apart.map(idOf)).size).toBe(apart.length);
    expect(idOf('https://Models.example:443/v1/')).toBe(idOf('https://models.example/v1'));
    for (const url of apart) expect(idOf(url)).toMatch(/^endpoint_[a-z2-7]{26}$/);
  });

  test('[MD-47] a server that is removed takes consent and what was written about its models with it', async () => {
    const { deps, egress } = open();
    const endpoints = createEndpoints(deps);
    const choices = createChoices({ ...deps, keyed: async () => new Set<string>() });
    offer({ id: 'plain' });
    const added = await endpoints.add(doubles.localEndpoint);
    if (!added.ok) throw new Error(added.error.code);
    const modelId = `local:${added.value.endpointId}/plain`;
    const price = { input: 1, output: 2, asOf: '2026-11-15' };
    const about = { label: 'Mine', contextTokens: 9_000, efforts: [], tools: true, vision: false, price };
    expect(await choices.setEntry({ ...about, modelId })).toMatchObject({ ok: true });
    const other = { providerId: 'openai', modelId: 'openai:gpt-5.2', scopeHash: 'sha256:a' };
    const mine = (scopeHash: string) => ({ providerId: 'local', modelId, scopeHash });
    for (const given of [mine('sha256:a'), other]) await egress.grant(given, { remember: true });
    await egress.grant(mine('sha256:b'), { remember: false });

    expect(await endpoints.remove(added.value.endpointId)).toMatchObject({ ok: true });
    offer({ id: 'plain' });
    expect(await endpoints.add(doubles.localEndpoint)).toMatchObject({ ok: true });
    for (const scopeHash of ['sha256:a', 'sha256:b']) {
      expect(await egress.permit(mine(scopeHash))).toMatchObject({ error: { code: 'EGRESS_CONSENT_REQUIRED' } });
    }
    expect(await egress.permit(other)).toMatchObject({ ok: true });
    expect(await deps.models.at('models')).toMatchObject({ value: { state: { entries: [] } } });
  });

  test('an address that was entered under an older kind of id is not entered twice', async () => {
    const { deps, log } = open();
    const data = { endpointId: '127.0.0.1-old', url: doubles.localEndpoint, models: [] };
    await log.append('models', [{ kind: 'endpoint.added', key: null, data }], { expected: 'any' });
    expect(await createEndpoints(deps).add(`${doubles.localEndpoint}/`)).toMatchObject({
      error: { code: 'ENDPOINT_EXISTS' },
    });
  });

  test('one is added once, keeps its models while it is away, and takes its key with it when it goes', async () => {
    const { deps, keyStore } = open();
    const endpoints = createEndpoints(deps);
    offer({ id: 'plain' });
    const added = await endpoints.add(doubles.localEndpoint, 'sk-local-key-77');
    if (!added.ok) throw new Error(added.error.code);
    const { endpointId } = added.value;
    expect(doubles.seen.at(-1)?.headers.authorization).toBe('Bearer sk-local-key-77');
    expect(await endpoints.add(doubles.localEndpoint)).toEqual({ ok: false, error: { code: 'ENDPOINT_EXISTS' } });
    doubles.script({ error: { status: 503 } });
    expect(await endpoints.discover(endpointId)).toMatchObject({
      value: { because: 'PROVIDER_UNAVAILABLE', models: [{ name: 'plain', tools: null }] },
    });
    offer({ id: 'other' });
    expect(await endpoints.discover(endpointId)).toMatchObject({
      value: { because: null, models: [{ name: 'other' }] },
    });
    expect(await endpoints.remove(endpointId)).toMatchObject({ ok: true });
    expect(await keyStore.find(keyName(endpointId))).toBeUndefined();
    expect(await endpoints.discover(endpointId)).toEqual({ ok: false, error: { code: 'ENDPOINT_NOT_FOUND' } });
  });
});

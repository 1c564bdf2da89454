import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelsView } from '@atelier/contracts';
import { expect, test } from 'vitest';
import { type ModelsServer, startModelsServer } from '../../testing/models-server.ts';

const viewOf = async ({ client }: Pick<ModelsServer, 'client'>): Promise<ModelsView> => {
  const got = await client.ModelsGet({});
  if (!got.ok) throw new Error(got.error.code);
  return got.value.view;
};
const rowOf = (view: ModelsView, modelId: string) => view.models.find((model) => model.modelId === modelId);

test('a fresh installation has the built-in model as its default and knows why it may not use the others', async () => {
  const view = await viewOf(await startModelsServer());
  expect(view.defaultModel).toEqual({ modelId: 'builtin:offline', isChosen: false, suggested: null });
  expect(view.keyStore).toEqual({ kind: 'file', because: 'turned_off' });
  expect(view.providers.map(({ provider, status, keptIn, last4 }) => [provider, status, keptIn, last4])).toEqual(
    ['openai', 'anthropic', 'google', 'mistral'].map((provider) => [provider, 'not_configured', null, null]),
  );
  expect(rowOf(view, 'builtin:offline')).toMatchObject({ label: 'Built-in (rules, no AI)', unavailable: null });
  expect(rowOf(view, 'openai:gpt-5.2')).toMatchObject({
    unavailable: 'no_key',
    origin: 'bundled',
    contextTokens: 200_000,
    price: { input: 1.75, cachedInput: 0.175, output: 14, asOf: '2026-08-08' },
  });
  // Where nobody could confirm a price, none is made up.
  expect(rowOf(view, 'mistral:mistral-large')).toMatchObject({ price: null });
  expect(rowOf(view, 'openai-codex:gpt-5.3-codex')).toMatchObject({ unavailable: 'not_in_build' });
});

test('[MD-29] a key is tried through the real client: a good one is kept, a rejected one is not, one nobody could try is marked', async () => {
  const server = await startModelsServer();
  const { client, doubles } = server;
  expect(await client.ProvidersSetApiKey({ provider: 'anthropic', key: ' sk-good-key-1234\n' })).toMatchObject({
    ok: true,
    value: { provider: { status: 'configured', last4: '1234', keptIn: 'file', enabled: true } },
  });
  expect(doubles.seen).toHaveLength(1);
  expect(doubles.seen[0]).toMatchObject({ host: 'api.anthropic.com', path: '/v1/models' });
  expect(await viewOf(server)).toMatchObject({
    defaultModel: { modelId: 'anthropic:claude-sonnet-4-6', isChosen: false },
  });

  doubles.script({ error: { status: 401, type: 'authentication_error' } });
  const rejected = await client.ProvidersSetApiKey({ provider: 'anthropic', key: 'sk-wrong-key-9999' });
  expect(rejected).toMatchObject({ ok: false, error: { code: 'PROVIDER_AUTH_FAILED', details: { field: 'key' } } });
  expect((await viewOf(server)).providers[1]).toMatchObject({ status: 'configured', last4: '1234' });

  doubles.script({ cut: { after: 0, how: 'break' } });
  expect(await client.ProvidersSetApiKey({ provider: 'mistral', key: 'sk-later-key-7777' })).toMatchObject({
    value: { provider: { status: 'needs_attention', last4: '7777' } },
  });
  expect(await client.ProvidersValidate({ provider: 'mistral' })).toMatchObject({
    value: { provider: { status: 'configured' } },
  });

  const before = doubles.seen.length;
  expect(await client.ProvidersSetApiKey({ provider: 'google', key: 'two words' })).toMatchObject({
    error: { code: 'KEY_INVALID' },
  });
  expect(doubles.seen).toHaveLength(before);
});

test('a disabled provider keeps its key; a removed key is gone; one of the environment is not ours to change', async () => {
  const server = await startModelsServer({ environment: { OPENAI_API_KEY: 'sk-env-key-4321' } });
  const { client } = server;
  expect((await viewOf(server)).providers[0]).toMatchObject({
    status: 'configured',
    keptIn: 'environment',
    variable: 'OPENAI_API_KEY',
    last4: '4321',
  });
  for (const reply of [
    await client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-other-key-1111' }),
    await client.ProvidersClearApiKey({ provider: 'openai' }),
  ]) {
    expect(reply).toMatchObject({ error: { code: 'KEY_FROM_ENVIRONMENT', details: { variable: 'OPENAI_API_KEY' } } });
  }
  await client.ProvidersSetEnabled({ provider: 'openai', enabled: false });
  expect(rowOf(await viewOf(server), 'openai:gpt-5.2')).toMatchObject({ unavailable: 'provider_disabled' });

  await client.ProvidersSetApiKey({ provider: 'google', key: 'sk-good-key-1234' });
  expect(await client.ProvidersClearApiKey({ provider: 'google' })).toMatchObject({
    value: { provider: { status: 'not_configured', last4: null } },
  });
});

test('[MD-30] what a person writes down about models, chooses and caps is there after a restart', async () => {
  const first = await startModelsServer();
  const { client, doubles, dataFolder } = first;
  await client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' });
  const { ok: _ok, value } = (await client.ModelsGet({})) as { ok: true; value: { seq: number } };
  const price = { input: 1.25, cachedInput: 0.125, output: 10, asOf: '2026-11-01' };
  const entry = {
    modelId: 'openai:gpt-5.2',
    label: 'GPT with a price',
    contextTokens: 400_000,
    efforts: ['low', 'high'] as ('low' | 'high')[],
    tools: true,
    vision: true,
    price,
  };
  expect(await client.ModelsSetEntry({ entry })).toMatchObject({ ok: true });
  expect(await client.ModelsSetEntry({ entry: { ...entry, modelId: 'openai:mine', label: 'Mine' } })).toMatchObject({
    ok: true,
  });
  expect(await client.UserSetDefaultModel({ modelId: 'openai:mine' })).toMatchObject({ ok: true });
  expect(await client.CapsSet({ set: { perRun: 250_000, perDay: 5_000_000 } })).toMatchObject({ ok: true });
  expect(await client.ProvidersSetReasoningEffort({ provider: 'openai', phase: 'plan', effort: 'high' })).toMatchObject(
    {
      // The entry written down before knows low and high alone.
      value: { provider: { efforts: { research: 'low', plan: 'high' } } },
    },
  );
  doubles.script({
    raw: JSON.stringify({ data: [{ id: 'llama3.2:3b' }, { id: 'mute', capabilities: ['completion'] }] }),
  });
  const added = await client.EndpointAdd({ url: doubles.localEndpoint });
  if (!added.ok) throw new Error(added.error.code);
  expect(added.value.endpoint.models).toMatchObject([{ tools: null }, { name: 'mute', tools: false }]);
  const localId = added.value.endpoint.models[0]?.modelId ?? '';
  expect(value.seq).toBeGreaterThan(0);
  await first.server.stop();

  const second = await startModelsServer({ dataFolder, doubles });
  const view = await viewOf(second);
  expect(rowOf(view, 'openai:gpt-5.2')).toMatchObject({
    label: 'GPT with a price',
    price,
    origin: 'user',
    overrides: true,
  });
  expect(rowOf(view, 'openai:mine')).toMatchObject({ origin: 'user', overrides: false, unavailable: null });
  expect(rowOf(view, localId)).toMatchObject({ origin: 'discovered', wireName: 'llama3.2:3b', unavailable: null });
  expect(view.models.find(({ label }) => label === 'mute')).toMatchObject({ unavailable: 'no_tools' });
  expect(view).toMatchObject({
    defaultModel: { modelId: 'openai:mine', isChosen: true },
    caps: { perTurn: null, perRun: 250_000, perDay: 5_000_000 },
  });
  expect(view.providers[0]).toMatchObject({ status: 'configured', last4: '1234', efforts: { plan: 'high' } });

  expect(await second.client.ModelsRemoveEntry({ modelId: 'openai:gpt-5.2' })).toMatchObject({ ok: true });
  expect(rowOf(await viewOf(second), 'openai:gpt-5.2')).toMatchObject({
    label: 'GPT-5.2',
    origin: 'bundled',
    price: { input: 1.75, output: 14, asOf: '2026-08-08' },
  });
  expect(await second.client.ModelsRemoveEntry({ modelId: 'openai:gpt-5.2' })).toMatchObject({
    error: { code: 'MODEL_NOT_FOUND' },
  });
});

test('what cannot be is refused with what to do: addresses, entries, defaults, caps, consent', async () => {
  const { client, doubles } = await startModelsServer();
  const refusal = async (reply: Promise<{ ok: boolean; error?: { code: string; details?: unknown } }>) => {
    const { error } = await reply;
    return [error?.code, error?.details];
  };
  expect(await refusal(client.EndpointAdd({ url: 'http://192.168.0.9:1234/v1' }))).toEqual([
    'EGRESS_BLOCKED_BY_POLICY',
    { reason: 'not_https' },
  ]);
  expect(await refusal(client.EndpointAdd({ url: 'not an address' }))).toEqual([
    'EGRESS_BLOCKED_BY_POLICY',
    { reason: 'not_a_url' },
  ]);
  doubles.script({ cut: { after: 0, how: 'break' } });
  expect(await refusal(client.EndpointAdd({ url: doubles.localEndpoint }))).toEqual([
    'ENDPOINT_UNREACHABLE',
    { code: 'NETWORK_UNAVAILABLE' },
  ]);
  expect(await refusal(client.EndpointRemove({ endpointId: 'none' }))).toEqual(['ENDPOINT_NOT_FOUND', undefined]);
  const entry = { label: 'x', contextTokens: 1, efforts: [], tools: true, vision: false, price: null };
  for (const [modelId, reason] of [
    ['builtin:mine', 'built_in'],
    ['acme:one', 'unknown_provider'],
    ['local:nowhere/one', 'unknown_endpoint'],
  ] as const) {
    expect(await refusal(client.ModelsSetEntry({ entry: { ...entry, modelId } }))).toEqual([
      'ENTRY_INVALID',
      { field: 'modelId', reason },
    ]);
  }
  expect(await refusal(client.UserSetDefaultModel({ modelId: 'openai:gpt-5.2' }))).toEqual([
    'MODEL_UNAVAILABLE',
    { reason: 'no_key' },
  ]);
  expect(await refusal(client.UserSetDefaultModel({ modelId: 'openai:none' }))).toEqual(['MODEL_NOT_FOUND', undefined]);
  expect(await refusal(client.CapsSet({ set: {} }))).toEqual(['NOTHING_TO_SET', undefined]);
  expect(await refusal(client.UserSetConsentMode({ mode: 'allow_all' }))).toEqual(['CONFIRMATION_REQUIRED', undefined]);
  const consent = { providerId: 'openai', modelId: 'openai:gpt-5.2', scopeHash: 'sha256:x' };
  expect(await refusal(client.EgressWithdrawConsent({ consent }))).toEqual(['CONSENT_NOT_FOUND', undefined]);
  expect(await client.EgressGrantConsent({ consent, remember: true })).toMatchObject({ ok: true });
  expect(await client.EgressWithdrawConsent({ consent })).toMatchObject({ ok: true });
});

test('keys that cannot be read take nothing down: the page says so, the built-in model works, and they are not overwritten', async () => {
  const server = await startModelsServer();
  const { client, dataFolder } = server;
  await client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' });
  const path = join(dataFolder, 'keys', 'secrets.enc');
  await writeFile(path, 'damaged');
  expect((await viewOf(server)).providers[0]).toMatchObject({ status: 'needs_attention', last4: null });
  for (const reply of [
    await client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-other-key-1111' }),
    await client.ProvidersClearApiKey({ provider: 'openai' }),
  ]) {
    expect(reply).toMatchObject({ error: { code: 'KEYS_UNREADABLE' } });
  }
  expect(await readFile(path, 'utf8')).toBe('damaged');
  const watch = await server.watch();
  await client.ChatLabSend({ text: 'list the files' });
  expect(await watch.until(({ run, items }) => run === null && items.length > 1)).toMatchObject({ run: null });
});

test('a key that a provider rejects in the middle of work is marked in Settings', async () => {
  const server = await startModelsServer();
  const { client, doubles } = server;
  await client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' });
  await client.UserSetConsentMode({ mode: 'allow_all', confirmed: true });
  const watch = await server.watch();
  doubles.script({ error: { status: 401, type: 'invalid_api_key' } });
  await client.ChatLabSend({ text: 'Hello?', modelId: 'openai:gpt-5.2' });
  const stopped = await watch.until(({ run }) => run?.state === 'stopped');
  expect(stopped.run?.because).toMatchObject({ code: 'PROVIDER_AUTH_FAILED' });
  expect((await viewOf(server)).providers[0]).toMatchObject({ status: 'needs_attention', last4: '1234' });
});

import { environmentKey, environmentNames } from '../adapters/environment-keys.ts';
import type { Gate } from '../adapters/gate.ts';
import { createProviderModel } from '../adapters/provider-model.ts';
import { loadProvider, type ProviderAccess } from '../adapters/providers.ts';
import { bundledModels } from '../core/bundled-models.ts';
import { decideEndpoint } from '../core/egress.ts';
import type { ModelEntry } from '../core/registry.ts';
import type { ChatModel } from '../ports/chat-model.ts';

/** A model to be asked, or why it is not. */
export type LiveSubject = { readonly name: string; readonly model?: ChatModel; readonly why?: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Every hosted model this build knows, and one OpenAI-compatible endpoint. */
export const liveSubjects = (environment: Environment, gate: Gate): readonly LiveSubject[] => [
  ...bundledModels.filter(({ auth }) => auth !== 'none').map((entry) => hosted(entry, environment, gate)),
  compatible(environment, gate),
];

const hosted = (entry: ModelEntry, environment: Environment, gate: Gate): LiveSubject => {
  const { modelId: name, provider, disabled } = entry;
  if (disabled !== undefined) return { name, why: disabled };
  const found = environmentKey(provider, environment);
  if (found) return { name, model: modelOf(entry, { gate, apiKey: found.key }) };
  const names: readonly string[] = environmentNames[provider as keyof typeof environmentNames] ?? [];
  return { name, why: `no key in ${names.join(' or ')}` };
};

const compatible = (environment: Environment, gate: Gate): LiveSubject => {
  const endpoint = environment.ATELIER_LIVE_ENDPOINT?.trim();
  const wireName = environment.ATELIER_LIVE_MODEL?.trim();
  const name = `local:${wireName || 'endpoint'}`;
  if (!endpoint) return { name, why: 'no endpoint in ATELIER_LIVE_ENDPOINT' };
  if (!wireName) return { name, why: 'no model of the endpoint in ATELIER_LIVE_MODEL' };
  const decision = decideEndpoint(endpoint);
  if (!decision.ok) return { name, why: `the endpoint may not be used: ${decision.error.reason.replaceAll('_', ' ')}` };
  const entry: ModelEntry = {
    modelId: name,
    provider: 'local',
    label: wireName,
    wireName,
    auth: 'none',
    contextTokens: 32_000,
    efforts: [],
    tools: true,
    vision: false,
  };
  return { name, model: modelOf(entry, { gate, apiKey: environment.ATELIER_LIVE_KEY?.trim() ?? '', endpoint }) };
};

const modelOf = (entry: ModelEntry, access: ProviderAccess): ChatModel =>
  createProviderModel({
    entry,
    load: () => loadProvider(entry, access),
    now: Date.now,
    newId: () => crypto.randomUUID(),
  });

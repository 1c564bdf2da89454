import { err, ok, type Result } from '@atelier/kernel/core';
import { decideEndpoint, type EgressBlocked } from '../core/egress.ts';
import type { ModelFailure } from '../core/failure.ts';
import { ModelEntry } from '../core/registry.ts';
import type { ProviderProbe } from '../ports/provider-probe.ts';
import { appendModels, type LogRefused, type ModelsLog } from './append-models.ts';

export type DiscoverDeps = ModelsLog & { readonly probe: ProviderProbe; readonly today: () => string };

/** The models an OpenAI-compatible server offers, as registry entries. They cost nobody anything per token. */
export const discoverLocal =
  ({ probe, today }: Pick<DiscoverDeps, 'probe' | 'today'>) =>
  async (endpoint: string, key = ''): Promise<Result<readonly ModelEntry[], ModelFailure | EgressBlocked>> => {
    const allowed = decideEndpoint(endpoint);
    if (!allowed.ok) return allowed;
    const listed = await probe.listModels({ provider: 'local', key, endpoint });
    if (!listed.ok) return listed;
    return ok(
      listed.value.flatMap(({ name, tools }) => {
        const entry = ModelEntry.safeParse({
          modelId: `local:${name}`,
          provider: 'local',
          label: name.slice(0, 80),
          auth: 'none',
          tools: tools !== false,
          price: { input: 0, output: 0, asOf: today() },
          ...(tools === false ? { disabled: cannotCallTools } : {}),
        });
        return entry.success ? [entry.data] : [];
      }),
    );
  };

/** Saves the address only when a server answers there; the answer is what Settings shows next. */
export const setLocalEndpoint =
  (deps: DiscoverDeps) =>
  async (endpoint: string): Promise<Result<readonly ModelEntry[], ModelFailure | EgressBlocked | LogRefused>> => {
    const found = await discoverLocal(deps)(endpoint);
    if (!found.ok) return err(found.error);
    const appended = await appendModels(deps, { kind: 'provider.endpoint_set', data: { endpoint } });
    return appended.ok ? found : appended;
  };

const cannotCallTools = 'This model cannot call tools, so it cannot work with files. Choose one that can.';

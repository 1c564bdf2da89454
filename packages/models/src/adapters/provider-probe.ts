import { err, ok } from '@atelier/kernel/core';
import { z } from 'zod';
import { type Destination, type HostedProvider, providerHosts } from '../core/egress.ts';
import { failureOfHttp } from '../core/failure.ts';
import type { ListedModel, ProviderProbe } from '../ports/provider-probe.ts';
import type { Gate } from './gate.ts';

const Listed = z.object({
  data: z.array(z.looseObject({ id: z.string(), capabilities: z.unknown().optional() })).optional(),
  models: z.array(z.looseObject({ name: z.string() })).optional(),
});
const ErrorBody = z.looseObject({ error: z.looseObject({ status: z.string(), message: z.string() }).partial() });
const patience = 10_000;

export const createProviderProbe = ({
  gate,
  now,
}: {
  readonly gate: Gate;
  readonly now: () => number;
}): ProviderProbe => ({
  listModels: async ({ provider, key, endpoint }) => {
    const signal = AbortSignal.timeout(patience);
    try {
      const { destination, url, headers } = questionOf(provider, key, endpoint);
      const answer = await gate.doorTo(destination)(url, { headers, signal });
      const body: unknown = await answer.json().catch(() => undefined);
      if (answer.ok) return ok(modelsIn(body));
      const { status: type, message } = ErrorBody.safeParse(body).data?.error ?? {};
      return err(
        failureOfHttp(
          {
            status: answer.status,
            headers: Object.fromEntries(answer.headers),
            ...(type === undefined ? {} : { type }),
            ...(message === undefined ? {} : { message }),
          },
          now(),
        ),
      );
    } catch (fault) {
      const { failureOfFault } = await import('./provider-failure.ts');
      // Its own patience running out is the network's doing, not a person's.
      return err(failureOfFault(fault, new AbortController().signal, now()));
    }
  },
});

/** Keys travel in headers alone: addresses end up in logs. */
const questionOf = (provider: string, key: string, endpoint = '') => {
  const hosted = (name: HostedProvider, path: string, headers: Record<string, string>) => ({
    destination: { provider: name } satisfies Destination,
    url: `https://${providerHosts[name]}${path}`,
    headers,
  });
  switch (provider) {
    case 'openai':
    case 'mistral':
      return hosted(provider, '/v1/models', { authorization: `Bearer ${key}` });
    case 'anthropic':
      return hosted(provider, '/v1/models', { 'x-api-key': key, 'anthropic-version': '2023-06-01' });
    case 'google':
      return hosted(provider, '/v1beta/models', { 'x-goog-api-key': key });
    default:
      return {
        destination: { provider, endpoint } satisfies Destination,
        url: `${endpoint.replace(/\/+$/, '')}/models`,
        headers: key === '' ? {} : { authorization: `Bearer ${key}` },
      };
  }
};

const modelsIn = (body: unknown): readonly ListedModel[] => {
  const { data = [], models = [] } = Listed.safeParse(body).data ?? {};
  return data.length > 0
    ? data.map(({ id, capabilities }) => ({ name: id, tools: toolsIn(capabilities) }))
    : models.map(({ name }) => ({ name, tools: null }));
};

const toolsIn = (capabilities: unknown): boolean | null =>
  Array.isArray(capabilities) ? capabilities.some((each) => /tool|function/i.test(String(each))) : null;

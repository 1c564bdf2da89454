import { err, ok, type Result } from '@atelier/kernel/core';
import { z } from 'zod';
import { type Destination, type HostedProvider, providerHosts } from '../core/egress.ts';
import { failureOfHttp, type ModelFailure } from '../core/failure.ts';
import type { ListedModel, ProviderProbe } from '../ports/provider-probe.ts';
import { errorIn, parsed } from './error-body.ts';
import type { Gate } from './gate.ts';

/** `data`, as OpenAI and everyone after it; `models`, as Google. A server without any may say null. */
const Listed = z.union([
  z.object({ data: z.array(z.looseObject({ id: z.string(), capabilities: z.unknown().optional() })).nullable() }),
  z.object({ models: z.array(z.looseObject({ name: z.string() })) }),
]);
const patience = 10_000;
/** The longest list met is some hundred kilobytes; what goes on after this is no list. */
const mostBytes = 4 * 1024 * 1024;

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
      const body = parsed(await textWithin(answer, mostBytes));
      if (answer.ok) return modelsIn(body);
      return err(
        failureOfHttp({ headers: Object.fromEntries(answer.headers), ...errorIn(body), status: answer.status }, now()),
      );
    } catch (fault) {
      const { failureOfFault } = await import('./provider-failure.ts');
      // Its own patience running out is the network's doing, not a person's.
      return err(failureOfFault(fault, new AbortController().signal, now()));
    }
  },
});

/** Undefined when more comes: the rest is not read. */
const textWithin = async ({ body }: Response, most: number): Promise<string | undefined> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    // Leaving the loop cancels the stream, and with it the connection.
    if (size > most) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
};

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

/** A sign-in page answers with 200, too. */
const modelsIn = (body: unknown): Result<readonly ListedModel[], ModelFailure> => {
  const listed = Listed.safeParse(body).data;
  if (!listed) return err(noList);
  return ok(
    'models' in listed
      ? listed.models.map(({ name }) => ({ name, tools: null }))
      : (listed.data ?? []).map(({ id, capabilities }) => ({ name: id, tools: toolsIn(capabilities) })),
  );
};

const noList: ModelFailure = {
  code: 'MODEL_OUTPUT_MALFORMED',
  message: 'What answered there did not list its models. Check the address.',
};

const toolsIn = (capabilities: unknown): boolean | null =>
  Array.isArray(capabilities) ? capabilities.some((each) => /tool|function/i.test(String(each))) : null;

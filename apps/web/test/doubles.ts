import { type Doubles, startDoubles } from '@atelier/models/testing';
import type { Page } from '@playwright/test';
import { test as base } from './fixtures.ts';

/** Model servers of our own on loopback, for this test alone; the server under test reaches them as anybody's. */
export const test = base.extend<{ readonly doubles: Doubles }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
  doubles: async ({}, use) => {
    const doubles = await startDoubles();
    await use(doubles);
    await doubles.close();
  },
});

/** Calls a command the way the page does, for what a test needs but does not test. */
export const command = async <Value>(page: Page, name: string, params: object): Promise<Value> => {
  const reply = await page.evaluate(
    async ([address, body]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(address ?? '', { method: 'POST', headers, body: body ?? '' });
      return (await response.json()) as { json: { ok: boolean; value: unknown; error?: unknown } };
    },
    [`/api/${name}`, JSON.stringify({ json: params })],
  );
  if (!reply.json.ok) throw new Error(`${name} was refused: ${JSON.stringify(reply.json.error)}`);
  return reply.json.value as Value;
};

/** What was asked of a model, not what was asked about models. */
export const chatCalls = ({ seen }: Doubles) => seen.filter(({ path }) => path.endsWith('/chat/completions'));

/** Adds the local double and makes one of its models the one this chat talks to. */
export const useLocalModel = async (page: Page, doubles: Doubles): Promise<string> => {
  const { endpoint } = await command<{ endpoint: { models: readonly { modelId: string }[] } }>(page, 'EndpointAdd', {
    url: doubles.localEndpoint,
  });
  const modelId = endpoint.models[0]?.modelId ?? '';
  await command(page, 'ChatLabSetModel', { modelId, effort: null });
  return modelId;
};

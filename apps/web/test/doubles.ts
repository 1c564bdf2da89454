import { type Doubles, startDoubles } from '@atelier/models/testing';
import type { Page } from '@playwright/test';
import { command } from './command.ts';
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

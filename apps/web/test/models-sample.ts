import type { Doubles } from '@atelier/models/testing';
import { expect, type Page } from '@playwright/test';
import { examplesFor, sampleOf } from '../src/surfaces/chat-lab/examples.ts';
import { command } from './command.ts';

/** An installation somebody has used: a local server, a price of their own, caps, a consent and what was sent. */
export const fillModels = async (page: Page, doubles: Doubles): Promise<void> => {
  doubles.script({
    raw: JSON.stringify({
      data: [
        { id: 'qwen3:8b', capabilities: ['completion', 'tools'] },
        { id: 'gemma3:1b', capabilities: ['completion'] },
      ],
    }),
  });
  const modelId = await addServer(page, doubles);
  await command(page, 'ModelsSetEntry', {
    entry: {
      modelId: 'openai:gpt-5.2',
      label: 'GPT-5.2',
      contextTokens: 200_000,
      efforts: ['none', 'low', 'medium', 'high'],
      tools: true,
      vision: true,
      price: { input: 1.25, cachedInput: 0.125, output: 10, asOf: '2026-11-02' },
    },
  });
  await command(page, 'CapsSet', { set: { perRun: 500_000, perDay: 2_500_000 } });
  doubles.script({ text: 'Good morning.' });
  await command(page, 'ChatLabSetModel', { modelId, effort: null });
  await command(page, 'ChatLabSend', { text: 'Good morning' });
  await rest(page);
  await answer(page, 'remember');
  await rest(page);
};

/** The chat as somebody finds it who has never been there. */
export const emptyChat = async (page: Page): Promise<void> => {
  await command(page, 'ChatLabClear', { files: true });
  await command(page, 'ChatLabSetModel', { modelId: 'builtin:offline', effort: null });
};

/** The sample file, totalled and given a column by the built-in model. */
export const offlineChat = async (page: Page, language: string): Promise<void> => {
  await emptyChat(page);
  const sample = await dropSample(page, language);
  for (const text of examplesFor([sample], language).slice(1, 3)) {
    await command(page, 'ChatLabSend', { text });
    await rest(page);
  }
};

/** A model that needs the file and may not have it yet. */
export const consentChat = async (page: Page, language: string): Promise<void> => {
  await emptyChat(page);
  const sample = await dropSample(page, language);
  const { view } = await command<{ view: { models: readonly { modelId: string; provider: string }[] } }>(
    page,
    'ModelsGet',
    {},
  );
  const modelId = view.models.find(({ provider }) => provider === 'local')?.modelId ?? '';
  await command(page, 'ChatLabSetModel', { modelId, effort: null });
  await command(page, 'ChatLabSend', { text: examplesFor([sample], language)[0] ?? '' });
  await rest(page);
};

const addServer = async (page: Page, doubles: Doubles): Promise<string> => {
  const { endpoint } = await command<{ endpoint: { models: readonly { modelId: string }[] } }>(page, 'EndpointAdd', {
    url: doubles.localEndpoint,
  });
  return endpoint.models[0]?.modelId ?? '';
};

const dropSample = async (page: Page, language: string): Promise<string> => {
  const { name, text } = sampleOf(language);
  await page.evaluate(
    ([path, body]) => fetch(path ?? '', { method: 'PUT', body: body ?? '' }),
    [`/chat-files/${encodeURIComponent(name)}`, text],
  );
  return name;
};

type Run = { readonly state: string; readonly consent: { readonly scopeHash: string } | null } | null;

const runNow = async (page: Page): Promise<Run> =>
  (await command<{ view: { run: Run } }>(page, 'ChatLabGet', {})).view.run;

/** Until nothing is under way: answered, or waiting for a person. */
const rest = (page: Page): Promise<void> =>
  expect
    .poll(async () => ['running', 'retrying'].includes((await runNow(page))?.state ?? ''), { timeout: 60_000 })
    .toBe(false);

const answer = async (page: Page, decision: string): Promise<void> => {
  const run = await runNow(page);
  await command(page, 'ChatLabConsent', { scopeHash: run?.consent?.scopeHash ?? '', decision });
};

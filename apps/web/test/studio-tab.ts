import type { Locator, Page } from '@playwright/test';
import { studioEn } from '../src/surfaces/studio/messages.en.ts';
import { studioHe } from '../src/surfaces/studio/messages.he.ts';
import { command } from './command.ts';
import { expect } from './fixtures.ts';

export const wordsOf = { en: studioEn, he: studioHe };
export type StudioWords = typeof studioEn;

/** The demo with its tab open, in one language. */
export const openDemo = async (page: Page, language: 'en' | 'he'): Promise<{ readonly projectId: string }> => {
  await command(page, 'SettingsSet', { set: { language } });
  const { projectId } = await command<{ projectId: string }>(page, 'StudioDemoCreate', {
    requestId: crypto.randomUUID(),
  });
  await page.goto(new URL(`/projects/${projectId}/studio`, page.url()).href);
  await expect(composerOf(page, wordsOf[language])).toBeVisible();
  return { projectId };
};

export const composerOf = (page: Page, words: StudioWords): Locator =>
  page.locator('#studio-composer').and(page.getByLabel(words.compose.label));

/** Says something to the agent and waits until it has answered. */
export const say = async (page: Page, words: StudioWords, text: string): Promise<void> => {
  const agent = page.getByRole('article', { name: words.talk.agent });
  const before = await agent.count();
  await composerOf(page, words).fill(text);
  await composerOf(page, words).press('Enter');
  await expect(agent).toHaveCount(before + 1);
};

export const bannerOf = (page: Page, words: StudioWords): Locator =>
  page.getByRole('region', { name: words.draft.bannerLabel });

type ViewOf = {
  readonly elements: readonly { readonly id: string }[];
  readonly hashes: Readonly<Record<string, string>>;
};

/** Changes something of the project behind the back of whoever looks at it. */
export const editElement = async (page: Page, projectId: string, changes: object): Promise<void> => {
  const { view } = await command<{ view: ViewOf }>(page, 'StudioGet', { projectId });
  const id = view.elements[0]?.id ?? '';
  await command(page, 'RunStudioTurn', {
    projectId,
    idempotencyKey: crypto.randomUUID(),
    event: {
      type: 'manualEdit',
      ops: [{ op: 'set', opId: 'behind', entity: 'element', id, changes }],
      ifMatch: { [id]: view.hashes[id] },
    },
  });
};

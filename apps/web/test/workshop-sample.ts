import type { Page } from '@playwright/test';
import { command } from './command.ts';
import { expect } from './fixtures.ts';

type Made = { readonly workbenchId: string; readonly firstJob: string };

const benchByLanguage = new Map<string, string>();

/** The sample in the language of the page, with a Draft of its first job; made once for all pictures. */
const sampleWithDraft = async (page: Page): Promise<string> => {
  const language = await page.evaluate(() => document.documentElement.lang);
  const known = benchByLanguage.get(language);
  if (known !== undefined) return known;
  const { workbenchId, firstJob } = await command<Made>(page, 'WorkbenchCreateSample', { language });
  await command(page, 'WorkshopSend', { workbenchId, text: firstJob, mode: 'agent' });
  const state = async () =>
    (await command<{ view: { state: string } }>(page, 'WorkbenchGet', { workbenchId })).view.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('draft_ready');
  benchByLanguage.set(language, workbenchId);
  return workbenchId;
};

/** Opens a place of the sample, whose Draft is there. */
export const showSample =
  (place: string) =>
  async (page: Page): Promise<void> => {
    const workbenchId = await sampleWithDraft(page);
    await page.goto(`${new URL(page.url()).origin}/workshop/${workbenchId}${place}`);
    await page.locator('main h2').first().waitFor();
    await page.waitForTimeout(1_500);
  };

/** The chat with the bar of its Draft: Review opens first, and the way back leads there. */
export const showDraftBar = async (page: Page): Promise<void> => {
  await showSample('/review')(page);
  await page.locator('section header a').first().click();
  await page.locator('#workbench-composer').waitFor();
};

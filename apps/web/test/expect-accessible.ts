import type { Page } from '@playwright/test';
import { command } from './command.ts';
import { expectFits } from './expect-fits.ts';
import { expect } from './fixtures.ts';
import { seriousFindings } from './serious-findings.ts';

// Each theme and each direction once: what a theme does to colours and a direction to places does not mix.
const appearances = [
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'he' },
] as const;

/**
 * Whatever the page shows now has no serious findings and fits every width, light and dark, in both directions of
 * writing. The page is not loaded again: it follows the setting, as it does when somebody changes it in another tab.
 */
export const expectAccessible = async (page: Page, what: string): Promise<void> => {
  for (const { theme, language } of appearances) {
    await setLooks(page, theme, language);
    const looks = `${what}, ${theme}, ${language}`;
    expect(await seriousFindings(page), looks).toEqual([]);
    await expectFits(page, looks);
  }
};

export const setLooks = async (page: Page, theme: 'light' | 'dark', language: 'en' | 'he'): Promise<void> => {
  await command(page, 'SettingsSet', { set: { theme, language } });
  const direction = language === 'he' ? 'rtl' : 'ltr';
  await expect(page.locator(`html[data-theme=${theme}][lang=${language}][dir=${direction}]`)).toBeAttached();
  await arrived(page);
};

/**
 * Colours on their way from one theme to the other are nobody's, so each is taken to its end; one that is inherited
 * sets out when another arrives. Nothing here waits for frames: a busy machine may owe a page many.
 */
const arrived = async (page: Page): Promise<void> => {
  const finishAll = () =>
    page.evaluate(() => {
      const underWay = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .filter(({ playState }) => playState !== 'finished');
      for (const animation of underWay) animation.finish();
      return underWay.length;
    });
  await expect.poll(finishAll, { message: 'what moves has arrived', intervals: [20] }).toBe(0);
};

/** Until the page shows what it is going to show. */
export const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect(page.locator('[aria-busy=true]:not(button)')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
};

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { seriousFindings } from './serious-findings.ts';

const paths = [
  '/',
  '/workshop',
  '/studio',
  '/workrail',
  '/settings/appearance',
  '/settings/language',
  '/settings/models',
  '/settings/privacy',
  '/settings/data',
  '/settings/about',
  '/lab/components',
  '/lab/files',
  '/lab/chat',
  '/nowhere',
];

// Ten pages under a scanner take their time on a busy machine.
test.describe.configure({ timeout: 300_000 });

const settled = async (page: Page) => {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect(page.locator('[aria-busy=true]:not(button)')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
};

// Each theme once and each language once: colours do not depend on the language, nor words and direction on the theme.
for (const { theme, language } of [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'he' },
]) {
  test(`no serious accessibility findings, ${theme}, ${language}`, async ({ openPage, atelier }) => {
    const page = await openPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('Control+KeyK');
    await page.keyboard.type(`use the ${theme}`);
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    if (language === 'he') {
      await page.keyboard.press('Control+KeyK');
      await page.keyboard.type('hebrew');
      await page.keyboard.press('Enter');
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    }

    for (const path of paths) {
      await page.goto(`${atelier.origin}${path}`);
      await settled(page);
      expect(await seriousFindings(page), path).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
    }

    await page.keyboard.press('Control+KeyK');
    await page.getByRole('combobox').waitFor();
    expect(await seriousFindings(page), 'palette').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Slash');
    await page.getByRole('dialog').waitFor();
    expect(await seriousFindings(page), 'help').toEqual([]);
  });
}

test('every page fits a screen 360 pixels wide, and at twice the text size', async ({ openPage, atelier }) => {
  const page = await openPage();
  for (const path of paths) {
    await page.setViewportSize({ width: 360, height: 700 });
    await page.goto(`${atelier.origin}${path}`);
    await settled(page);
    expect(await overflow(page), `${path} at 360 px`).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 720, height: 700 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect(await overflow(page), `${path} at 720 px, text twice the size`).toBeLessThanOrEqual(0);
  }
});

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const content = document.getElementById('content');
    return Math.max(
      document.documentElement.scrollWidth - window.innerWidth,
      (content?.scrollWidth ?? 0) - (content?.clientWidth ?? 0),
    );
  });

test('signed out, the page is accessible too', async ({ atelier, browser }) => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(atelier.origin);
  await page.locator('h1').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
});

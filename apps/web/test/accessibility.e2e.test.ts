import type { Page } from '@playwright/test';
import { expectAccessible, setLooks, settled } from './expect-accessible.ts';
import { overflow } from './expect-fits.ts';
import { expect, test } from './fixtures.ts';
import { seriousFindings } from './serious-findings.ts';

const pages = {
  'the places': ['/', '/workshop', '/studio', '/workrail', '/lab/components', '/lab/files', '/nowhere'],
  'the settings and the chat': [
    '/settings/appearance',
    '/settings/language',
    '/settings/models',
    '/settings/privacy',
    '/settings/data',
    '/settings/about',
    '/lab/chat',
  ],
  'the gallery': ['/lab/components/layout', '/lab/components/grid', '/lab/components/files', '/lab/components/more'],
};

// Many pages under a scanner take their time on a busy machine.
test.describe.configure({ timeout: 300_000 });

for (const [name, paths] of Object.entries(pages)) {
  test(`${name}: no serious findings in any theme and direction; room at every width and at twice the text size`, async ({
    openPage,
    atelier,
  }) => {
    const page = await openPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of paths) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${atelier.origin}${path}`);
      await settled(page);
      await expectAccessible(page, path);

      for (const language of ['he', 'en'] as const) {
        await setLooks(page, 'light', language);
        await page.setViewportSize({ width: 720, height: 700 });
        await setTextSize(page, '200%');
        const what = `${path} at 720 px, text twice the size, ${language}`;
        await expect.poll(() => overflow(page), what).toBeLessThanOrEqual(0);
        await setTextSize(page, '');
      }
    }
  });
}

const setTextSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

test('the palette and the shortcut help have no serious findings in any theme and direction', async ({ openPage }) => {
  const page = await openPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.keyboard.press('Control+KeyK');
  await page.getByRole('combobox').waitFor();
  await expectAccessible(page, 'palette');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await page.keyboard.press('Shift+Slash');
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, 'help');
});

test('signed out, the page is accessible too', async ({ atelier, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(atelier.origin);
  await settled(page);
  expect(await seriousFindings(page)).toEqual([]);
});

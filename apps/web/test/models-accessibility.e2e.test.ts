import { command, test } from './doubles.ts';
import { expect } from './fixtures.ts';
import { consentChat, fillModels, offlineChat } from './models-sample.ts';
import { seriousFindings } from './serious-findings.ts';

// Full pages under a scanner take their time on a busy machine.
test.describe.configure({ timeout: 300_000 });

for (const { theme, language } of [
  { theme: 'light', language: 'he' },
  { theme: 'dark', language: 'en' },
]) {
  test(`models, privacy and the chat hold the accessibility bar when they are full, ${theme}, ${language}`, async ({
    openPage,
    atelier,
    doubles,
  }) => {
    const page = await openPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await command(page, 'SettingsSet', { set: { theme, language } });
    await fillModels(page, doubles);
    const look = async (path: string) => {
      await page.goto(`${atelier.origin}${path}`);
      await expect(page.locator('[aria-busy=true]:not(button)')).toHaveCount(0);
      await page.locator('h2').first().waitFor();
    };
    await look('/settings/models');
    expect(await seriousFindings(page), 'models').toEqual([]);
    for (const icon of ['key-round', 'pencil']) {
      await page.locator(`button:has(svg.lucide-${icon})`).first().click();
      await page.getByRole('dialog').waitFor();
      expect(await seriousFindings(page), icon).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await look('/settings/privacy');
    expect(await seriousFindings(page), 'privacy').toEqual([]);

    await offlineChat(page, language);
    await look('/lab/chat');
    const calls = page.locator('details');
    await calls.last().locator('summary').click();
    expect(await seriousFindings(page), 'chat').toEqual([]);
    await page.locator('button:has(svg.lucide-git-compare)').click();
    await page.getByRole('dialog').locator('table').waitFor();
    expect(await seriousFindings(page), 'review').toEqual([]);
    await page.keyboard.press('Escape');
    await consentChat(page, language);
    await look('/lab/chat');
    expect(await seriousFindings(page), 'consent').toEqual([]);

    await page.setViewportSize({ width: 360, height: 640 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide, 'the chat at 360 px').toBeLessThanOrEqual(0);
  });
}

import { test } from './doubles.ts';
import { expectAccessible, settled } from './expect-accessible.ts';
import { consentChat, fillModels, offlineChat } from './models-sample.ts';

// Full pages under a scanner take their time on a busy machine.
test.describe.configure({ timeout: 300_000 });

test('models, privacy and the chat have no serious findings when they are full', async ({
  openPage,
  atelier,
  doubles,
}) => {
  const page = await openPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await fillModels(page, doubles);
  const look = async (path: string) => {
    await page.goto(`${atelier.origin}${path}`);
    await settled(page);
    await page.locator('h2').first().waitFor();
  };
  await look('/settings/models');
  await expectAccessible(page, 'models');
  for (const icon of ['key-round', 'pencil']) {
    await page.locator(`button:has(svg.lucide-${icon})`).first().click();
    await page.getByRole('dialog').waitFor();
    await expectAccessible(page, icon);
    await page.keyboard.press('Escape');
  }
  await look('/settings/privacy');
  await expectAccessible(page, 'privacy');

  await offlineChat(page, 'he');
  await look('/lab/chat');
  // Calls made one after another are folded; inside, each is a card.
  const calls = page.locator('details');
  await calls.filter({ has: calls }).last().locator('summary').first().click();
  await calls.last().locator('summary').click();
  await expectAccessible(page, 'chat');
  await page.locator('button:has(svg.lucide-git-compare)').click();
  await page.getByRole('dialog').locator('table').waitFor();
  await expectAccessible(page, 'review');
  await page.keyboard.press('Escape');
  await consentChat(page, 'en');
  await look('/lab/chat');
  await expectAccessible(page, 'consent');
});

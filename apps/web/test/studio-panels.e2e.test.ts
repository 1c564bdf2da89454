import { expect, test } from './fixtures.ts';
import { openDemo, say, wordsOf } from './studio-tab.ts';

const words = wordsOf.he;

test('a long list of changes scrolls in its panel alone, and the next panel begins at its top', async ({
  openPage,
}) => {
  const page = await openPage({ path: '/studio' });
  await openDemo(page, 'he');
  await say(page, words, 'תוסיף ביתן ופלינתה ובאנר');
  await expect(page.locator('[data-op]').nth(4)).toBeVisible();
  const panel = page.getByRole('tabpanel');
  // What is drawn for listeners alone must not make the page longer than the window.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBeLessThanOrEqual(0);
  const scrolled = () => panel.evaluate((element) => element.scrollTop);
  await panel.evaluate((element) => element.scrollTo(0, 400));
  expect(await scrolled()).toBe(400);
  await page.getByRole('tab', { name: words.panels.questions }).click();
  await expect(panel.getByRole('textbox').first()).toBeVisible();
  await expect.poll(scrolled).toBe(0);
});

import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { viewOf } from './studio-project.ts';
import { bannerOf, openDemo, say, wordsOf } from './studio-tab.ts';

const words = wordsOf.en;

/** Both before anything else can happen: quicker than a hand, as a machine that is busy makes them. */
const inOneBreath = async (page: Page, first: Locator, then: Locator): Promise<void> => {
  await first.evaluate((element) => element.setAttribute('data-first', ''));
  await then.evaluate((element) => element.setAttribute('data-then', ''));
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('[data-first]')?.click();
    document.querySelector('[data-first]')?.removeAttribute('data-first');
    requestAnimationFrame(() => {
      const next = document.querySelector<HTMLElement>('[data-then]');
      // A tab answers to the press, a button to the click.
      next?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
      next?.click();
      next?.removeAttribute('data-then');
    });
  });
};

test('what is unticked and applied in one breath is not applied, and a tick outlives its panel', async ({
  openPage,
}) => {
  const page = await openPage({ path: '/studio' });
  const { projectId } = await openDemo(page, 'en');
  const before = await viewOf(page, projectId);
  await say(page, words, 'add a plinth');
  const banner = bannerOf(page, words);
  const changes = page.locator('[data-op]');
  await expect(changes.nth(4)).toBeVisible();
  const all = await changes.count();
  const apply = banner.getByRole('button', { name: words.draft.apply });
  await expect(apply).toBeEnabled();

  // Unticked, and the panel left at once: the draft has it all the same.
  const elements = page.getByRole('tab', { name: words.panels.elements });
  await inOneBreath(page, changes.last().getByRole('checkbox'), elements);
  await expect(elements).toHaveAttribute('aria-selected', 'true');
  await expect(banner).toContainText(words.draft.changes_other.replace('{{count}}', String(all - 1)));

  // Unticked, and applied before anything else could happen.
  await banner.getByRole('button', { name: words.draft.view }).click();
  const second = changes.nth(all - 2).getByRole('checkbox');
  await expect(second).toBeChecked();
  await inOneBreath(page, second, apply);
  const dialog = page.getByRole('dialog');
  await expect.poll(async () => (await dialog.isVisible()) || (await banner.isHidden())).toBe(true);
  if (await dialog.isVisible()) {
    for (const each of await dialog.getByRole('checkbox').all()) await each.check();
    await dialog.getByRole('button', { name: words.draft.apply }).click();
  }
  await expect(banner).toBeHidden();
  const after = await viewOf(page, projectId);
  const count = ({ elements: made, tasks, materialLines, workLines }: typeof after) =>
    made.length + tasks.length + materialLines.length + workLines.length;
  expect(count(after) - count(before)).toBe(all - 2);
});

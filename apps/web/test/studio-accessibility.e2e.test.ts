import { expectAccessible, settled } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';
import { bannerOf, composerOf, openDemo, say, wordsOf } from './studio-tab.ts';

test('[ST-56] shortcuts go by the place of a key, and every page is accessible in both languages', async ({
  openPage,
}) => {
  // Every page in every look: more than one test's share of time.
  test.setTimeout(360_000);
  const page = await openPage({ path: '/studio' });
  await settled(page);
  await expectAccessible(page, 'no projects');
  await openDemo(page, 'he');
  const words = wordsOf.he;
  await say(page, words, 'תוסיף עמדת קפה');
  await settled(page);

  /** A key of a Hebrew layout: its place, and the letter it types there. */
  const press = (code: string, key: string, more: { readonly altKey?: boolean; readonly shiftKey?: boolean } = {}) =>
    page.evaluate(
      (init) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init)),
      { code, key, bubbles: true, cancelable: true, ...more },
    );
  await press('Digit1', '1', { altKey: true });
  await expect(page.getByRole('tab', { name: words.panels.elements })).toHaveAttribute('aria-selected', 'true');
  await press('KeyS', 'ד', { altKey: true });
  await expect(page.getByRole('textbox', { name: words.scope.search })).toBeFocused();
  await page.keyboard.press('Escape');
  // By its whole name: the popover that closes still holds a button with the shorter one.
  const chip = words.scope.chip.replace('{{scope}}', words.scope.project);
  await expect(page.getByRole('button', { name: chip })).toBeFocused();
  await press('KeyR', 'ר', { altKey: true });
  const changes = page.locator('[data-op]');
  await expect(changes.first()).toBeFocused();
  await press('KeyJ', 'ח');
  await expect(changes.nth(1)).toBeFocused();
  await press('KeyK', 'ל');
  await expect(changes.first()).toBeFocused();
  await press('KeyX', 'ס');
  await expect(changes.first().getByRole('checkbox')).not.toBeChecked();
  // Without the element there is nothing for its tasks and lines to belong to.
  await expect(changes.nth(1).getByRole('checkbox')).not.toBeChecked();
  await press('KeyX', 'ס');
  await expect(changes.first().getByRole('checkbox')).toBeChecked();
  await press('KeyE', 'ק');
  await expect(changes.first().locator('input[data-edit]').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await press('KeyD', 'ג', { altKey: true, shiftKey: true });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: words.draft.discard })).toBeFocused();
  await page.keyboard.press('Escape');
  await press('KeyL', 'ך', { altKey: true, shiftKey: true });
  await expect(composerOf(page, words)).toBeFocused();
  await composerOf(page, words).fill('/');
  await expect(page.getByRole('listbox', { name: words.compose.commands })).toBeVisible();
  await page.keyboard.press('Escape');
  await composerOf(page, words).fill('');

  await expectAccessible(page, 'pending changes');
  await page.getByRole('tab', { name: /Questions|שאלות/ }).click();
  await settled(page);
  await expectAccessible(page, 'questions');
  await page.keyboard.press('Alt+Shift+KeyA');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'the last look before applying');
  await page.keyboard.press('Escape');
  await expect(bannerOf(page, wordsOf.he)).toBeVisible();
});

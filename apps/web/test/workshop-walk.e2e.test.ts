import type { Locator, Page } from '@playwright/test';
import { conversationEn } from '../src/conversation/messages.en.ts';
import { conversationHe } from '../src/conversation/messages.he.ts';
import { workshopEn } from '../src/surfaces/workshop/messages.en.ts';
import { workshopHe } from '../src/surfaces/workshop/messages.he.ts';
import { command } from './command.ts';
import { expect, test } from './fixtures.ts';
import { openBench } from './workshop-bench.ts';

const languages = [
  { language: 'en', words: workshopEn, talk: conversationEn },
  { language: 'he', words: workshopHe, talk: conversationHe },
] as const;

/** How a person reaches a button, a box to tick or an entry of a menu. */
type Hand = {
  readonly use: (target: Locator) => Promise<void>;
  readonly goTo: (target: Locator, keys: string) => Promise<void>;
};

const mouse: Hand = {
  use: async (target) => {
    await target.hover();
    await target.click();
  },
  goTo: (target) => mouse.use(target),
};

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

const keyboardOn = (page: Page): Hand => ({
  use: async (target) => {
    await expect(target).toBeVisible();
    const role = await target.evaluate((element) => element.getAttribute('role'));
    const walk = role === 'menuitem' ? 'ArrowDown' : 'Tab';
    // Backwards as well: what was just made may stand before the place the focus is at.
    for (let step = 0; step < 160 && !(await isFocused(target)); step += 1)
      await page.keyboard.press(step < 80 || walk === 'ArrowDown' ? walk : 'Shift+Tab');
    await expect(target).toBeFocused();
    const isTicked = await target.evaluate((element) => element.matches('[role=checkbox], [role=radio], input'));
    await page.keyboard.press(isTicked ? 'Space' : 'Enter');
  },
  goTo: (_target, keys) => page.keyboard.press(keys),
});

for (const { language, words, talk } of languages) {
  for (const [how, handOn] of [
    ['by mouse', () => mouse],
    ['by keyboard', keyboardOn],
  ] as const) {
    test(`every way with a Draft and back in time, ${how}, ${language}`, async ({ openPage, atelier }) => {
      test.setTimeout(240_000);
      const page = await openPage();
      await page.setViewportSize({ width: 1440, height: 900 });
      const hand = handOn(page);
      await command(page, 'SettingsSet', { set: { language } });
      const { workbenchId, firstJob } = await command<{ workbenchId: string; firstJob: string }>(
        page,
        'WorkbenchCreateSample',
        { language },
      );
      await openBench(page, workbenchId);
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
      const composer = page.getByRole('textbox', { name: talk.composer.label, exact: true });
      const messages = page.getByRole('region', { name: talk.messages });
      const data = async () =>
        (await page.request.get(`${atelier.origin}/workbench-files/${workbenchId}/data.csv`)).text();
      const original = await data();
      const askForDraft = async () => {
        await expect(composer).toBeFocused();
        await page.keyboard.type(firstJob);
        await hand.goTo(button(talk.composer.send), 'Enter');
        await expect(page).toHaveURL(/\/review$/, { timeout: 60_000 });
        await expect(page.locator('[data-change]').first()).toBeVisible();
      };

      // Another answer is tried, and chosen from the two.
      await askForDraft();
      await hand.use(page.getByRole('link', { name: words.review.back }));
      await hand.use(messages.getByRole('button', { name: words.chat.actions }).last());
      await hand.use(page.getByRole('menuitem', { name: words.answers.try }));
      await hand.use(page.getByRole('dialog').getByRole('checkbox').first());
      await hand.use(inDialog(words.answers.tryDo_one.replace('{{count}}', '1')));
      await expect(page).toHaveURL(/\/answers$/);
      const second = page.getByRole('region', { name: / \(2\)$/ });
      await expect(second).toContainText(words.answers.state.ready);
      await hand.use(second.getByRole('button', { name: words.answers.choose }));
      await hand.use(inDialog(words.answers.choose));
      await expect(page).toHaveURL(/\/review$/);

      // One change is dropped, the others stay; then all of it goes.
      await expect(page.locator('[data-change]').first()).toBeVisible();
      const changes = await page.locator('[data-change]').count();
      await hand.use(button(words.review.dropChange).last());
      await expect(page.locator('[data-change]')).toHaveCount(changes - 1);
      // The button went with its change; the next one has the focus.
      await expect(button(words.review.dropChange).last()).toBeFocused();
      await hand.goTo(button(words.review.discard), 'Alt+Shift+D');
      await hand.use(inDialog(words.review.discard));
      await expect(composer).toBeFocused();
      expect(await data()).toBe(original);

      await askForDraft();
      await hand.goTo(button(words.review.publish), 'Alt+Shift+P');
      await hand.use(inDialog(words.review.publish));
      const published = page.getByRole('region', { name: words.card.publish_checkpoint, exact: true });
      await expect(published).toBeVisible();
      await expect(composer).toBeFocused();
      const changed = await data();
      expect(changed).not.toBe(original);

      // Back to the question before the publish, with its files, and forward again.
      const question = messages.getByRole('article', { name: talk.you }).last();
      await question.hover();
      await hand.use(question.getByRole('button', { name: words.chat.rewind }));
      await hand.use(page.getByRole('dialog').getByRole('radio', { name: words.rewind.choice.files.name }));
      await hand.use(inDialog(words.rewind.choice.files.do));
      const rewound = page.getByRole('region', { name: words.chat.rewound });
      await expect(rewound).toBeVisible();
      expect(await data()).toBe(original);
      await hand.goTo(rewound.getByRole('button', { name: words.chat.redo }), 'Alt+Shift+Y');
      await expect(published).toBeVisible();
      expect(await data()).toBe(changed);

      await hand.goTo(page.getByRole('link', { name: words.bench.checkpoints }), 'Alt+Shift+H');
      await expect(page).toHaveURL(/\/checkpoints$/);
      const list = page.getByRole('list', { name: words.checkpoints.list });
      await hand.use(list.getByRole('button', { name: words.checkpoints.restore }).last());
      await hand.use(inDialog(words.checkpoints.doRestore));
      await expect(composer).toBeFocused();
      expect(await data()).toBe(original);
    });
  }
}

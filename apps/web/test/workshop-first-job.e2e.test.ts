import type { Page } from '@playwright/test';
import { conversationEn } from '../src/conversation/messages.en.ts';
import { conversationHe } from '../src/conversation/messages.he.ts';
import { shellEn } from '../src/i18n/shell.en.ts';
import { workshopEn } from '../src/surfaces/workshop/messages.en.ts';
import { workshopHe } from '../src/surfaces/workshop/messages.he.ts';
import { command } from './command.ts';
import { expect, test } from './fixtures.ts';

// A newcomer has two minutes: what takes longer fails.
test.describe.configure({ timeout: 120_000 });

const languages = [
  { language: 'en', words: workshopEn, talk: conversationEn },
  { language: 'he', words: workshopHe, talk: conversationHe },
] as const;
type Words = (typeof languages)[number];

const byMouse = async (page: Page, { language, words, talk }: Words) => {
  // The sample is one click away: from the first step of the tour on, and from Home.
  if (language === 'en') await page.goto(new URL('/', page.url()).href);
  const sample = language === 'en' ? shellEn.homePage.try : words.tour.sample.do;
  await page.getByRole('main').getByRole('button', { name: sample }).click();
  await page.getByRole('list', { name: words.chat.empty.examples }).getByRole('button').first().click();
  await page.getByRole('button', { name: talk.composer.send }).click();
  await expect(page.getByRole('heading', { name: words.review.title })).toBeVisible();
  await page.getByRole('button', { name: words.review.publish }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.review.publish }).click();
};

const byKeyboard = async (page: Page, { words, talk }: Words) => {
  const next = page.getByRole('button', { name: words.tour.next });
  await expect(next).toBeVisible();
  for (let step = 0; step < 40 && !(await isFocused(next)); step += 1) await page.keyboard.press('Tab');
  for (let step = 1; step < 6; step += 1) await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: words.tour.sample.do })).toBeFocused();
  await page.keyboard.press('Enter');
  const composer = page.getByRole('textbox', { name: talk.composer.label });
  await expect(composer).toBeFocused();
  const first = page.getByRole('list', { name: words.chat.empty.examples }).getByRole('button').first();
  await expect(first).toBeVisible();
  for (let back = 0; back < 12 && !(await isFocused(first)); back += 1) await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(composer).toBeFocused();
  await expect(composer).not.toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: words.review.title })).toBeVisible();
  const list = page.getByRole('navigation', { name: words.review.list });
  await expect(list.getByRole('button', { name: 'data.csv' })).toBeFocused();
  await page.keyboard.press('Alt+Shift+P');
  await expect(page.getByRole('dialog').getByRole('button', { name: words.review.publish })).toBeFocused();
  await page.keyboard.press('Enter');
};

const isFocused = (target: ReturnType<Page['locator']>) =>
  target.evaluate((element) => element === document.activeElement);

for (const words of languages) {
  for (const [how, walk] of [
    ['by mouse', byMouse],
    ['by keyboard', byKeyboard],
  ] as const) {
    test(`[WS-95] a newcomer publishes a first change without a key, ${how}, ${words.language}`, async ({
      openPage,
      atelier,
    }) => {
      const page = await openPage();
      await command(page, 'SettingsSet', { set: { language: words.language } });
      await page.goto(`${atelier.origin}/workshop`);
      await expect(page.getByRole('region', { name: words.words.tour.welcome.title })).toBeVisible();
      await walk(page, words);

      // The card stands in the chat, the box is back and ready, and the published file has the change.
      await expect(page.getByRole('region', { name: words.words.card.publish_checkpoint })).toBeVisible();
      await expect(page.getByRole('textbox', { name: words.talk.composer.label })).toBeFocused();
      const workbenchId = new URL(page.url()).pathname.split('/')[2];
      const published = await page.request.get(`${atelier.origin}/workbench-files/${workbenchId}/data.csv`);
      const [header = '', row = ''] = (await published.text()).split(/\r?\n/);
      expect(header.split(',')).toHaveLength(6);
      expect(row.split(',').at(-1)).toBe('280');
      const answer = page.getByRole('article').filter({ hasText: 'data.csv' }).last();
      await expect(answer).toBeVisible();
    });
  }
}

import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './fixtures.ts';

/** As if another tab were in front. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/** Stands in for the system's notifications, which a browser without a screen does not show. Runs in the page. */
const recordInPage = () => {
  const shown: string[] = [];
  class Recorded {
    static permission = 'granted';
    constructor(title: string) {
      shown.push(title);
    }
  }
  Object.assign(window, { Notification: Recorded, shown });
};

const notify = (page: Page) => page.getByRole('button', { name: 'Send a notification' }).dispatchEvent('click');
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

test('while the tab is hidden a notice marks its title; it is read where it leads to', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components' });
  await setHidden(page, true);
  await notify(page);
  await expect(page).toHaveTitle(/^\(1\) /);
  await setHidden(page, false);
  await expect(page).not.toHaveTitle(/^\(/);
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread');

  await bell(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /Your Draft is ready to review/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lab\/components\/layout$/);
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test('in sight a notice is a toast and a count, and nothing marks the title', async ({ openPage }) => {
  const page = await openPage({ path: '/lab/components' });
  await notify(page);
  await expect(page.getByRole('status').filter({ hasText: 'Your Draft is ready to review' })).toBeVisible();
  await expect(page).not.toHaveTitle(/^\(/);
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread');
  await bell(page).click();
  await expectAccessible(page, 'notifications');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^(Notifications|התראות)$/ })).toBeVisible();
});

test('the system is told only while the tab is hidden', async ({ openPage, atelier }) => {
  const page = await openPage({ path: '/lab/components' });
  await page.addInitScript(recordInPage);
  await page.goto(`${atelier.origin}/lab/components`);
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  await notify(page);
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread');
  expect(await shown()).toEqual([]);
  await setHidden(page, true);
  await notify(page);
  await expect.poll(shown).toEqual(['Your Draft is ready to review']);
});

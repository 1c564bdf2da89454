import type { Browser } from '@playwright/test';
import { command } from './command.ts';
import { expect, test } from './fixtures.ts';

const stranger = async (browser: Browser, locale: string) => (await browser.newContext({ locale })).newPage();

test('a link that was used says so, one that nobody printed says that', async ({ atelier, browser }) => {
  const link = await atelier.link();
  const first = await stranger(browser, 'en-GB');
  await first.request.get(link);
  const second = await stranger(browser, 'en-GB');
  await second.goto(link);
  await expect(second.getByText('This link was already used')).toBeVisible();
  await expect(second.getByText('npx atelier link', { exact: true })).toBeVisible();

  await second.goto(`${atelier.origin}/?token=made-up`);
  await expect(second.getByText('This link isn’t valid')).toBeVisible();
  await second.goto(atelier.origin);
  await expect(second.getByText('Atelier opens only through a sign-in link')).toBeVisible();
});

test('whoever is not signed in reads the language of the installation, from the first paint on', async ({
  atelier,
  browser,
  openPage,
}) => {
  await command(await openPage(), 'SettingsSet', { set: { language: 'he' } });
  const page = await stranger(browser, 'en-GB');
  // Without the app's own code, what is left is what the very first paint does.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(atelier.origin, { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');

  await page.unroute('**/assets/*.js');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'הדפדפן הזה אינו מחובר' })).toBeVisible();
  await expect(page.locator('html[lang=he][dir=rtl]')).toBeAttached();
});

test('a page that does not know the installation follows the browser', async ({ atelier, browser }) => {
  const page = await stranger(browser, 'he-IL');
  await page.route(`${atelier.origin}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/ data-language="\w+"/, '') });
  });
  await page.goto(atelier.origin);
  await expect(page.getByRole('heading', { name: 'הדפדפן הזה אינו מחובר' })).toBeVisible();
  await expect(page.locator('html[lang=he][dir=rtl]')).toBeAttached();
});

test('under a public name, whoever is not signed in is told whom to ask', async ({ atelier, browser }) => {
  const page = await stranger(browser, 'en-GB');
  // The proxy of a public name: everything it is asked for comes from the server behind it.
  await page.route('http://atelier.example/**', async (route) => {
    const { origin: _name, ...headers } = route.request().headers();
    const url = route.request().url().replace('http://atelier.example', atelier.origin);
    await route.fulfill({ response: await route.fetch({ url, headers }) });
  });
  await page.goto('http://atelier.example/');
  await expect(page.getByText('Ask an admin for one')).toBeVisible();
  await expect(page.getByText('If this Atelier is yours')).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

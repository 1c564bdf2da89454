import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type AtelierProcess, startAtelier } from './atelier-process.ts';

type Fixtures = {
  /** A real server with a data folder of its own, for this test alone. */
  readonly atelier: AtelierProcess;
  /** Browser messages that are part of what a test does (a server that is gone on purpose). */
  readonly expected: RegExp[];
  /** Opens a page that is signed in, in its own browser profile unless one is given. */
  readonly openPage: (options?: { readonly context?: BrowserContext; readonly path?: string }) => Promise<Page>;
};

/**
 * Every test here also proves what must hold on every page: nothing is asked of any other machine,
 * and nothing goes wrong silently in the console.
 */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
  atelier: async ({}, use) => {
    const atelier = await startAtelier();
    await use(atelier);
    await atelier.remove();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies from the pattern
  expected: async ({}, use) => {
    await use([]);
  },
  openPage: async ({ browser, atelier, expected }, use) => {
    const strays: string[] = [];
    const complaints: string[] = [];
    const own: BrowserContext[] = [];
    const watch = (page: Page) => {
      page.on('request', (request) => {
        if (!request.url().startsWith(`${atelier.origin}/`)) strays.push(request.url());
      });
      page.on('websocket', (socket) => {
        if (!socket.url().startsWith(atelier.origin.replace(/^http/, 'ws'))) strays.push(socket.url());
      });
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
    };
    await use(async ({ context, path = '/' } = {}) => {
      const profile = context ?? (await browser.newContext());
      if (context === undefined) own.push(profile);
      // The link is followed without drawing its page: how it looks there is what the tests of signing in are about.
      if (context === undefined) await profile.request.get(await atelier.link());
      const page = await profile.newPage();
      watch(page);
      await page.goto(`${atelier.origin}${path}`);
      await expectLive(page);
      return page;
    });
    for (const context of own) await closeQuietly(context);
    expect(strays, 'requests to other machines').toEqual([]);
    expect(
      complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
      'console complaints',
    ).toEqual([]);
  },
});

/** An answer that a test holds or rewrites may still be on its way when the test has seen all it wanted. */
const closeQuietly = async (context: BrowserContext): Promise<void> => {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
};

export const expectLive = (page: Page): Promise<void> => expect(page.locator('[data-connection=live]')).toBeAttached();

export { expect };

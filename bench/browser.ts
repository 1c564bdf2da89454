import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { type AtelierProcess, startAtelier } from '../apps/web/test/atelier-process.ts';
import { browserLaunch } from '../apps/web/test/browser-launch.ts';

export type Screens = {
  readonly atelier: AtelierProcess;
  /** Signed in, in a profile of its own: nothing of it is cached. */
  readonly newContext: () => Promise<BrowserContext>;
};

/** A server process on this data folder, and a browser. */
export const withScreens = async <T>(dataFolder: string, work: (screens: Screens) => Promise<T>): Promise<T> => {
  const atelier = await startAtelier(dataFolder);
  const browser = await chromium.launch(browserLaunch);
  try {
    return await work({
      atelier,
      newContext: async () => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
        await context.request.get(await atelier.link());
        return context;
      },
    });
  } finally {
    await browser.close();
    await atelier.stop();
  }
};

/** Every byte of answers that came over the network, headers and frames of the event connection included. */
export const countBytes = async (page: Page): Promise<() => number> => {
  let bytes = 0;
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    bytes += response.payloadData.length;
  });
  return () => bytes;
};

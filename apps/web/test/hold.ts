import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

type Held = {
  /** Until this many have been asked and wait. */
  readonly asked: (count?: number) => Promise<void>;
  /** Lets everything through, now and from now on. */
  readonly release: () => void;
};

/**
 * Makes a slow server certain: what the page asks for waits until it is let go. Held is the question itself, or with
 * `answer` what came of it, which the page may by then have learnt from the event stream.
 */
export const hold = async (page: Page, address: string, what: 'question' | 'answer' = 'question'): Promise<Held> => {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  await page.route(address, async (route) => {
    const response = what === 'answer' ? await route.fetch() : undefined;
    if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
    await (response === undefined ? route.continue() : route.fulfill({ response }));
  });
  return {
    asked: (count = 1) => expect.poll(() => waiting.length).toBeGreaterThanOrEqual(count),
    release: () => {
      isOpen = true;
      for (const go of waiting) go();
    },
  };
};

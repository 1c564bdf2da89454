import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** How somebody works a page: by mouse, or without one. */
export type Hands = {
  readonly press: (target: Locator) => Promise<void>;
  readonly type: (target: Locator, text: string) => Promise<void>;
  /** One of several that exclude each other: a radio, a tab. */
  readonly choose: (target: Locator) => Promise<void>;
  readonly tick: (target: Locator) => Promise<void>;
};

export const byMouse: Hands = {
  press: (target) => target.click(),
  type: (target, text) => target.fill(text),
  choose: (target) => target.click(),
  tick: (target) => target.check(),
};

/** More stops than any page has: a target that is not reached within them has no way to it. */
const mostStops = 250;

/** Nothing but keys: a control counts only if Tab and arrows lead to it. */
export const byKeys = (page: Page): Hands => {
  const key = (name: string) => page.keyboard.press(name);
  const isAt = (target: Locator, part = 'self') =>
    target.evaluate(
      (element, which) =>
        which === 'self'
          ? element === document.activeElement
          : element.closest('[role=radiogroup],[role=tablist],fieldset')?.contains(document.activeElement) === true,
      part,
    );
  const reach = async (target: Locator, part?: string) => {
    await expect(target).toBeVisible();
    for (let stop = 0; stop < mostStops; stop += 1) {
      if (await isAt(target, part)) return;
      await key('Tab');
    }
    throw new Error(`No way by keys to ${target}`);
  };
  /** The focus follows an arrow a moment later: a second one before that would go past the target. */
  const stepRight = async () => {
    const before = await page.evaluateHandle(() => document.activeElement);
    await key('ArrowRight');
    await page.waitForFunction((was) => document.activeElement !== was, before);
  };
  return {
    press: async (target) => {
      await reach(target);
      await key('Enter');
    },
    type: async (target, text) => {
      await reach(target);
      await key('ControlOrMeta+KeyA');
      await page.keyboard.insertText(text);
    },
    choose: async (target) => {
      await reach(target, 'group');
      for (let step = 0; step < 20 && !(await isAt(target)); step += 1) await stepRight();
      if ((await target.getAttribute('aria-checked')) !== 'true') await key('Space');
    },
    tick: async (target) => {
      await reach(target);
      await key('Space');
      await expect(target).toBeChecked();
    },
  };
};

import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** What a person who cannot see or point would stumble over on this page. */
export const seriousFindings = async (page: Page): Promise<readonly string[]> => {
  // The scanner stays in a page that is looked at more than once: reading its code takes as long as scanning.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: scanner } = window as unknown as { readonly axe: typeof axe };
    const { violations } = await scanner.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
};

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What a person who cannot see or point would stumble over on this page. */
export const seriousFindings = async (page: Page): Promise<readonly string[]> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

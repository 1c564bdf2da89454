import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What a person who cannot see or point would stumble over on this page. */
export const seriousFindings = async (page: Page): Promise<readonly string[]> => {
  // Findings alone, in this page alone: there are no frames, and what passed would be measured only to be thrown away.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

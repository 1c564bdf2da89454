import type { PageFacts } from '@atelier/contracts';

/** The page with what its reader should know before it can ask, on its root element. */
export const writeFacts = (page: string, facts: PageFacts): string => {
  const attributes = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` data-${name}="${value}"`);
  return page.replace('<html', (root) => `${root}${attributes.join('')}`);
};

import { type Appearance, appearanceKey, firstAppearance } from './appearance.ts';
import { readKept } from './local-storage.ts';
import { pageFacts } from './page-facts.ts';

/** How to look and read before anything was asked. */
export const appearanceNow = (): Appearance =>
  firstAppearance({ kept: readKept(appearanceKey), installed: pageFacts().language, read: navigator.languages });

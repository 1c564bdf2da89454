import { useState } from 'react';
import { useAtelier } from '../client/atelier-context.ts';
import { useProjection } from '../client/use-projection.ts';
import { type Appearance, appearanceKey, keptAppearance } from './appearance.ts';
import { readKept } from './local-storage.ts';

/** What the install stream says; until it has spoken, what it said last time. */
export const useAppearance = (): Appearance => {
  const install = useProjection(useAtelier().install);
  const [kept] = useState(() => keptAppearance(readKept(appearanceKey)));
  return install.phase === 'ready' ? install.view.settings : kept;
};

import { useState } from 'react';
import { useAtelier } from '../client/atelier-context.ts';
import { useProjection } from '../client/use-projection.ts';
import type { Appearance } from './appearance.ts';
import { appearanceNow } from './appearance-now.ts';

/** What the install stream says; until it has spoken, what can be known without it. */
export const useAppearance = (): Appearance => {
  const install = useProjection(useAtelier().install);
  const [first] = useState(appearanceNow);
  return install.phase === 'ready' ? install.view.settings : first;
};

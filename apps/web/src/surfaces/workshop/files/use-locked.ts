import { useTranslation } from 'react-i18next';
import { useBench } from '../bench/bench-context.ts';

/** Why files, context and checkpoints cannot be changed now, in words; undefined when they can. */
export const useLocked = (): string | undefined => {
  const { t } = useTranslation('workshop');
  const { view } = useBench();
  if (view.state === 'running') return t('files.lockedRun');
  if (view.draft !== null) return t('files.locked');
  return view.state === 'comparing' ? t('files.lockedCompare') : undefined;
};

import { useTranslation } from 'react-i18next';
import { useIsViewer } from '../../../people/use-people.ts';
import { useBench } from '../bench/bench-context.ts';

/** Why files, context and checkpoints cannot be changed now, in words; undefined when they can. */
export const useLocked = (): string | undefined => {
  const { t } = useTranslation('workshop');
  const { view } = useBench();
  const isViewer = useIsViewer();
  if (isViewer) return t('bench.lookOnly');
  if (view.state === 'running') return t('files.lockedRun');
  if (view.state === 'comparing') return t('files.lockedCompare');
  return view.draft === null ? undefined : t('files.locked');
};

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Split } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toastWithUndo } from '../../../ui/toast-store.ts';
import { useBench } from '../bench/bench-context.ts';

/** What left the chat by a rewind, a restore or another answer; each path can be taken up again. */
export const AbandonedPaths = () => {
  const { t, i18n } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { view, acts, workbenchId } = useBench();
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: ['workshop', workbenchId, 'WorkshopPaths', view.head, view.abandonedPaths],
    queryFn: () => commands.WorkshopPaths({ workbenchId }),
    enabled: view.abandonedPaths > 0,
  });
  if (view.abandonedPaths === 0) return null;
  const now = view.head;
  const restore = async (path: string) => {
    if ((await acts.restorePath(path)) === undefined) return;
    navigate({ to: '/workshop/$workbenchId', params: { workbenchId } as never }).catch(console.error);
    if (now === null) return;
    // What was in sight until now is a path itself.
    toastWithUndo(t('paths.restored'), { label: t('review.undo'), run: () => void acts.restorePath(now) });
  };
  const paths = data?.ok ? data.value.paths : [];
  return (
    <Panel title={t('paths.title')} description={t('paths.detail')} flush>
      <ul className="flex flex-col">
        {paths.map(({ head, at, messages, text, hasDraft }) => (
          <li key={head} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-t px-5 py-3">
            <Split size={15} aria-hidden="true" className="shrink-0 text-faint" />
            <span className="min-w-0 flex-1 basis-48">
              <bdi className="block truncate">{text}</bdi>
              <span className="text-faint text-sm">
                {t('paths.left', { when: formatMoment(at, i18n.language) })}
                {' · '}
                {t('paths.messages', { count: messages })}
              </span>
            </span>
            {hasDraft && <Badge tone="draft">{t('home.draft')}</Badge>}
            <Button
              size="sm"
              disabled={view.state === 'running' || view.state === 'comparing'}
              onClick={() => void restore(head)}
            >
              {t('paths.restore')}
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
};

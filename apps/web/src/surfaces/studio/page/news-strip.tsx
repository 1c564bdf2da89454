import type { Unread } from '@atelier/contracts/studio';
import { Sparkle, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ProjectStore } from '../project-store.ts';
import { Person } from '../records/person.tsx';

const parts = ['changes', 'approvals', 'quotes', 'messages', 'comments'] as const satisfies readonly (keyof Unread)[];

type Props = { readonly project: ProjectStore; readonly onShow: (panel: string) => void };

/** What others did since this person was last here. It stays until they close it or leave. */
export const NewsStrip = ({ project, onShow }: Props) => {
  const { t } = useTranslation('studio');
  const news = useProjection(project.news);
  if (news === undefined) return null;
  const said = parts.filter((part) => news[part] > 0).map((part) => t(`news.${part}`, { count: news[part] }));
  const inHistory = news.changes + news.approvals + news.quotes > 0;
  return (
    <section
      aria-label={t('news.label')}
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b bg-accent-soft px-4 py-1.5 text-accent-text text-sm"
    >
      <Sparkle size={15} aria-hidden="true" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-56">
        <span className="font-medium">{t('news.title')}</span> {said.join(' · ')}
        {' · '}
        {news.by.map((id, nth) => (
          <span key={id}>
            {nth > 0 && ', '}
            <Person id={id} />
          </span>
        ))}
      </p>
      <span className="flex items-center gap-1.5">
        {news.comments > 0 && (
          <Button size="sm" onClick={() => onShow('draft')}>
            {t('news.toComments')}
          </Button>
        )}
        {inHistory && (
          <Button size="sm" onClick={() => onShow('history')}>
            {t('news.toHistory')}
          </Button>
        )}
        <IconButton label={t('news.close')} icon={<X size={15} />} onClick={project.clearNews} />
      </span>
    </section>
  );
};

import { Ellipsis, MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { Menu } from '../../../ui/menu.tsx';
import { panels } from '../panels.ts';
import type { ProjectStore } from '../project-store.ts';
import { PanelCount } from './panel-count.tsx';
import { talkPanel } from './use-side-panel.ts';

type Props = { readonly project: ProjectStore; readonly current: string; readonly onShow: (id: string) => void };

/** What a thumb reaches at once; everything else is behind the last button. */
const first = ['elements', 'tasks', 'draft'];

const itemClass = (isCurrent: boolean) =>
  classNames(
    'flex min-w-0 flex-1 flex-col items-center gap-0.5 px-1 py-1.5 text-xs',
    isCurrent ? 'font-medium text-accent-text' : 'text-muted',
  );

export const BottomSwitcher = ({ project, current, onShow }: Props) => {
  const { t } = useTranslation('studio');
  const near = first.flatMap((id) => panels.find((panel) => panel.id === id) ?? []);
  const rest = panels.filter(({ id }) => !first.includes(id));
  const item = (id: string, label: string, icon: ReactNode) => (
    <button
      key={id}
      type="button"
      aria-current={current === id ? 'page' : undefined}
      onClick={() => onShow(id)}
      className={itemClass(current === id)}
    >
      <span className="flex items-center gap-1">
        {icon}
        <PanelCount project={project} panel={id} />
      </span>
      <span className="max-w-full truncate">{label}</span>
    </button>
  );
  const other = rest.find(({ id }) => id === current);
  return (
    <nav
      aria-label={t('tab.switch')}
      className="flex shrink-0 border-line border-t bg-raised pb-[env(safe-area-inset-bottom)]"
    >
      {item(talkPanel, t('tab.short.talk'), <MessageSquare size={18} aria-hidden="true" />)}
      {near.map(({ id, title, icon: Icon }) =>
        item(id, id === 'draft' ? t('tab.short.draft') : t(title), <Icon size={18} aria-hidden="true" />),
      )}
      {rest.length > 0 && (
        <Menu
          trigger={
            <button type="button" aria-label={t('tab.more')} className={itemClass(other !== undefined)}>
              {other === undefined ? (
                <Ellipsis size={18} aria-hidden="true" />
              ) : (
                <other.icon size={18} aria-hidden="true" />
              )}
              <span className="max-w-full truncate">{other === undefined ? t('tab.more') : t(other.title)}</span>
            </button>
          }
          items={rest.map(({ id, title, icon: Icon }) => ({
            id,
            label: t(title),
            icon: <Icon size={15} aria-hidden="true" />,
            onSelect: () => onShow(id),
          }))}
        />
      )}
    </nav>
  );
};

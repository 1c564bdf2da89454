import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../client/use-projection.ts';
import { surfaces } from '../surfaces/registry.ts';
import { classNames } from '../ui/class-names.ts';
import { unreadIn } from '../ui/notices/notices.ts';
import { notices } from '../ui/notices/tab-notices.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import { CountBadge } from './notification-centre.tsx';

type Props = { readonly place: 'main' | 'end'; readonly collapsed: boolean; readonly onFollow?: () => void };

export const RailLinks = ({ place, collapsed, onFollow }: Props) => {
  const { t, i18n } = useTranslation(['shell', ...surfaces.map(({ id }) => id)]);
  const all = useProjection(notices);
  const here = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <ul className="flex flex-col gap-0.5">
      {surfaces
        .filter((surface) => surface.place === place)
        .map(({ id, path, alsoUnder, icon: Icon, shortcut }) => {
          const unread = unreadIn(all, id);
          const name = unread === 0 ? t(`${id}:name`) : `${t(`${id}:name`)}, ${t('notices.unread', { count: unread })}`;
          const link = (
            <Link
              to={path}
              onClick={onFollow}
              {...(alsoUnder !== undefined && here.startsWith(alsoUnder) ? { 'aria-current': 'page' as const } : {})}
              aria-label={collapsed || unread > 0 ? name : undefined}
              className={classNames(
                'group flex items-center gap-2.5 rounded-sm text-muted transition-colors duration-100 hover:bg-hover hover:text-text',
                'aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:shadow-low',
                collapsed ? 'relative size-9 justify-center' : 'h-8 px-2.5',
              )}
            >
              <Icon size={16} aria-hidden="true" className="shrink-0 group-aria-[current=page]:text-accent-text" />
              {!collapsed && t(`${id}:name`)}
              {unread > 0 && <CountBadge count={unread} className={collapsed ? 'absolute end-0 top-0' : 'ms-auto'} />}
            </Link>
          );
          return (
            <li key={id}>
              {collapsed ? (
                <Tooltip
                  label={t(`${id}:name`)}
                  side={i18n.dir() === 'rtl' ? 'left' : 'right'}
                  {...(shortcut === undefined ? {} : { shortcut })}
                >
                  {link}
                </Tooltip>
              ) : (
                link
              )}
            </li>
          );
        })}
    </ul>
  );
};

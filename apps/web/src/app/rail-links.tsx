import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { surfaces } from '../surfaces/registry.ts';
import { classNames } from '../ui/class-names.ts';
import { Tooltip } from '../ui/tooltip.tsx';

type Props = { readonly place: 'main' | 'end'; readonly collapsed: boolean; readonly onFollow?: () => void };

export const RailLinks = ({ place, collapsed, onFollow }: Props) => {
  const { t, i18n } = useTranslation(['shell', ...surfaces.map(({ id }) => id)]);
  return (
    <ul className="flex flex-col gap-0.5">
      {surfaces
        .filter((surface) => surface.place === place)
        .map(({ id, path, icon: Icon, shortcut }) => {
          const link = (
            <Link
              to={path}
              onClick={onFollow}
              aria-label={collapsed ? t(`${id}:name`) : undefined}
              className={classNames(
                'group flex items-center gap-2.5 rounded-sm text-muted transition-colors duration-100 hover:bg-hover hover:text-text',
                'aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-text aria-[current=page]:shadow-low',
                collapsed ? 'size-9 justify-center' : 'h-8 px-2.5',
              )}
            >
              <Icon size={16} aria-hidden="true" className="shrink-0 group-aria-[current=page]:text-accent-text" />
              {!collapsed && t(`${id}:name`)}
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

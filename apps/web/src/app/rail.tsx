import { Link } from '@tanstack/react-router';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { RailLinks } from './rail-links.tsx';
import { useShell } from './shell-context.ts';

/** The places of Atelier, at the side reading starts from. Narrow screens get the drawer in the top bar instead. */
export const Rail = ({ collapsed }: { readonly collapsed: boolean }) => {
  const { t } = useTranslation('shell');
  const { toggleRail } = useShell();
  return (
    <nav
      aria-label={t('rail.label')}
      className={classNames(
        'hidden shrink-0 flex-col gap-5 px-2 py-3 md:flex',
        collapsed ? 'w-14 items-center' : 'w-56',
      )}
    >
      <Link
        to="/"
        aria-label={`Atelier, ${t('home')}`}
        className={classNames('flex h-9 items-center gap-2.5 rounded-sm', collapsed ? 'px-1' : 'px-2 hover:bg-hover')}
      >
        <Mark size={24} />
        {!collapsed && <span className="font-semibold text-lg tracking-tight">Atelier</span>}
      </Link>
      <RailLinks place="main" collapsed={collapsed} />
      <div className="mt-auto flex flex-col gap-0.5">
        <RailLinks place="end" collapsed={collapsed} />
        <IconButton
          label={t(collapsed ? 'rail.expand' : 'rail.collapse')}
          shortcut="mod+\"
          onClick={toggleRail}
          className={collapsed ? 'size-9' : 'ms-0.5'}
          icon={
            <span className="mirror-rtl">{collapsed ? <PanelLeftOpen size={16} /> : <PanelLeftClose size={16} />}</span>
          }
        />
      </div>
    </nav>
  );
};

import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Kbd } from '../ui/kbd.tsx';
import { ActivityTray } from './activity-tray.tsx';
import { paletteShortcut } from './all-commands.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { ConnectionBadge } from './connection-badge.tsx';
import { NotificationCentre } from './notification-centre.tsx';
import { RailDrawer } from './rail-drawer.tsx';
import { useShell } from './shell-context.ts';

export const TopBar = () => {
  const { t } = useTranslation('shell');
  const { openPalette } = useShell();
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b px-2 sm:px-4">
      <RailDrawer />
      <Breadcrumbs />
      <div className="ms-auto flex shrink-0 items-center gap-1.5">
        <ConnectionBadge />
        <ActivityTray />
        <NotificationCentre />
        <button
          type="button"
          onClick={openPalette}
          aria-keyshortcuts="Control+K Meta+K"
          className="flex h-8 items-center gap-2 rounded-sm border border-line bg-sunken px-2.5 text-faint text-sm transition-colors hover:border-line-strong hover:text-text"
        >
          <Search size={14} aria-hidden="true" />
          <span className="sr-only sm:not-sr-only lg:me-10">{t('palette.short')}</span>
          <span aria-hidden="true" className="hidden sm:inline">
            <Kbd keys={paletteShortcut} />
          </span>
        </button>
      </div>
    </header>
  );
};

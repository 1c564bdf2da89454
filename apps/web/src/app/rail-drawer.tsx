import { Link } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shadeClass } from '../ui/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Mark } from '../ui/mark.tsx';
import { RailLinks } from './rail-links.tsx';

/** The rail of narrow screens. */
export const RailDrawer = () => {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <IconButton label={t('rail.open')} tooltip={false} icon={<MenuIcon size={18} />} className="md:hidden" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={shadeClass} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 start-0 z-30 flex w-64 max-w-[80vw] animate-fade flex-col gap-5 border-line border-e bg-desk p-3 shadow-high outline-none"
        >
          <Dialog.Title className="sr-only">{t('rail.label')}</Dialog.Title>
          <Link to="/" onClick={close} className="flex h-9 items-center gap-2.5 rounded-sm px-2">
            <Mark size={24} />
            <span className="font-semibold text-lg tracking-tight">Atelier</span>
          </Link>
          <RailLinks place="main" collapsed={false} onFollow={close} />
          <div className="mt-auto">
            <RailLinks place="end" collapsed={false} onFollow={close} />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

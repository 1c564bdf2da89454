import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shadeClass } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
};

/** Details beside the page, from the side reading ends at; the whole screen on a phone. */
export const SideSheet = ({ open, onOpenChange, title, children, footer }: Props) => {
  const { t } = useTranslation('shell');
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={shadeClass} />
        <Primitive.Content
          aria-describedby={undefined}
          {...focusReturn}
          className="fixed inset-y-0 end-0 z-30 flex w-full max-w-md animate-fade flex-col border-line border-s bg-ground shadow-high outline-none max-sm:max-w-none"
        >
          <header className="flex items-center justify-between gap-4 border-line border-b py-2.5 ps-5 pe-3">
            <Primitive.Title className="min-w-0 truncate font-semibold text-lg">{title}</Primitive.Title>
            <Primitive.Close asChild>
              <IconButton label={t('close')} tooltip={false} icon={<X size={16} />} />
            </Primitive.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer !== undefined && (
            <footer className="flex justify-end gap-2 border-line border-t px-5 py-3">{footer}</footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
};

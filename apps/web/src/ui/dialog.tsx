import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: string;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  readonly width?: 'sm' | 'md' | 'lg';
  /** What has the focus when it opens; otherwise the first control there is, which is the one that closes it. */
  readonly focus?: RefObject<HTMLElement | null>;
};

const widthClass = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-3xl' };

export const shadeClass = 'fixed inset-0 z-30 animate-fade bg-shade';

export const Dialog = ({ open, onOpenChange, title, description, children, footer, width = 'md', focus }: Props) => {
  const { t } = useTranslation('shell');
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={shadeClass} />
        <Primitive.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onCloseAutoFocus={focusReturn.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            focusReturn.onOpenAutoFocus();
            if (focus === undefined || focus.current === null) return;
            event.preventDefault();
            focus.current.focus();
          }}
          className={classNames(
            'fixed inset-x-4 top-[12vh] z-30 mx-auto flex max-h-[76vh] animate-rise flex-col rounded-lg border border-line bg-ground shadow-high outline-none',
            widthClass[width],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            <div className="wrap-anywhere min-w-0">
              <Primitive.Title className="font-semibold text-lg">{title}</Primitive.Title>
              {description !== undefined && (
                <Primitive.Description className="mt-0.5 text-base text-muted">{description}</Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <IconButton label={t('close')} tooltip={false} icon={<X size={16} />} className="-me-1.5" />
            </Primitive.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-2 empty:py-1">{children}</div>
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">{footer}</footer>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
};

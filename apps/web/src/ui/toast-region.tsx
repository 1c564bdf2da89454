import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../client/use-projection.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { readingMs } from './reading-time.ts';
import type { Toast } from './toast-store.ts';
import { toasts } from './toast-store.ts';
import type { Tone } from './tone.ts';

const iconByTone: Record<Tone, typeof Info> = {
  neutral: Info,
  accent: Info,
  draft: TriangleAlert,
  published: CircleCheck,
  danger: TriangleAlert,
};

const iconClass: Record<Tone, string> = {
  neutral: 'text-faint',
  accent: 'text-accent-text',
  draft: 'text-draft-text',
  published: 'text-published-text',
  danger: 'text-danger-text',
};

export const ToastRegion = () => {
  const { t, i18n } = useTranslation('shell');
  const shown = useProjection(toasts);
  return (
    <Primitive.Provider swipeDirection={i18n.dir() === 'rtl' ? 'left' : 'right'} label={t('toast.label')}>
      {shown.map((toast) => (
        <ToastCard key={`${toast.id}-${toast.times}`} toast={toast} />
      ))}
      <Primitive.Viewport
        label={t('toast.region')}
        // F8 alone walks through changes in Review.
        hotkey={['altKey', 'shiftKey', 'KeyN']}
        className="fixed end-4 bottom-[calc(1rem+var(--toast-floor,0px))] z-50 flex w-[min(380px,calc(100vw-2rem))] flex-col gap-2 outline-none"
      />
    </Primitive.Provider>
  );
};

const ToastCard = ({ toast }: { readonly toast: Toast }) => {
  const { t } = useTranslation('shell');
  const Icon = iconByTone[toast.tone];
  return (
    <Primitive.Root
      type={toast.tone === 'danger' ? 'foreground' : 'background'}
      duration={readingMs(toast)}
      onOpenChange={(open) => {
        if (!open) toasts.dismiss(toast.id);
      }}
      className="flex animate-rise items-start gap-3 rounded-md border border-line bg-raised py-2.5 ps-3.5 pe-2 shadow-high"
    >
      <Icon size={16} aria-hidden="true" className={`mt-[3px] shrink-0 ${iconClass[toast.tone]}`} />
      <div className="min-w-0 flex-1">
        <Primitive.Title className="font-medium">
          {toast.title}
          {toast.times > 1 && <bdi className="ms-2 text-faint text-xs tabular-nums">×{toast.times}</bdi>}
        </Primitive.Title>
        {toast.detail !== undefined && (
          <Primitive.Description className="text-muted text-sm">{toast.detail}</Primitive.Description>
        )}
        {toast.action !== undefined && (
          <Primitive.Action asChild altText={toast.action.label}>
            <Button size="sm" className="mt-2" onClick={toast.action.run}>
              {toast.action.label}
            </Button>
          </Primitive.Action>
        )}
      </div>
      <Primitive.Close asChild>
        <IconButton label={t('dismiss')} tooltip={false} icon={<X size={14} />} className="size-7" />
      </Primitive.Close>
    </Primitive.Root>
  );
};

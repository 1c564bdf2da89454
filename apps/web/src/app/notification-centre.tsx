import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../client/use-projection.ts';
import { formatTime } from '../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { type Notice, unreadIn } from '../ui/notices/notices.ts';
import { askForOutsideNotices, notices, outsideNotices } from '../ui/notices/tab-notices.ts';
import { popoverClass } from '../ui/popover-class.ts';
import { dotClass } from '../ui/tone.ts';

/** What happened while the person was elsewhere, in reach from every page. */
export const NotificationCentre = () => {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const all = useProjection(notices);
  const unread = unreadIn(all);
  const label = t('notices.label');
  const onOpenChange = (next: boolean) => {
    setOpen(next);
    // Read when it is closed: while it is open, what is new has its dot.
    if (!next) notices.markAllRead();
  };
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger asChild>
        <IconButton
          tooltip={false}
          label={unread === 0 ? label : `${label}: ${t('notices.unread', { count: unread })}`}
          className="relative"
          icon={
            <>
              <Bell size={16} />
              {unread > 0 && <CountBadge count={unread} className="absolute end-0 top-0" />}
            </>
          }
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          onOpenAutoFocus={(event) => {
            // Left alone it passes over links, so that a second Enter would clear everything unread.
            const first = list.current?.querySelector('a');
            if (first == null) return;
            event.preventDefault();
            first.focus();
          }}
          className={`${popoverClass} w-96 max-w-[calc(100vw-16px)]`}
        >
          {all.length === 0 ? (
            <EmptyState icon={<Bell size={18} />} title={t('notices.none')}>
              {t('notices.noneDetail')}
            </EmptyState>
          ) : (
            <>
              <ul ref={list} className="flex flex-col">
                {all.map((notice) => (
                  <li key={notice.id}>
                    <NoticeLink notice={notice} onFollow={() => onOpenChange(false)} />
                  </li>
                ))}
              </ul>
              <div className="flex justify-end border-line border-t p-1">
                <Button size="sm" tone="quiet" onClick={notices.clear}>
                  {t('notices.clear')}
                </Button>
              </div>
            </>
          )}
          <OutsideNotices />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
};

/** How many; more than 99 is many. Its place names it, so it says nothing by itself. */
export const CountBadge = ({ count, className }: { readonly count: number; readonly className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames(
      'min-w-4 rounded-full bg-accent-solid px-1 text-center font-medium text-[10px] text-on-accent tabular-nums leading-4',
      className ?? '',
    )}
  >
    {count > 99 ? '99+' : count}
  </span>
);

const NoticeLink = ({ notice, onFollow }: { readonly notice: Notice; readonly onFollow: () => void }) => {
  const { t, i18n } = useTranslation('shell');
  const { title, detail, path, tone, at, isRead } = notice;
  return (
    <Link to={path} onClick={onFollow} className="flex gap-2.5 rounded-sm p-2.5 hover:bg-hover">
      <span
        aria-hidden="true"
        className={classNames('mt-1.5 size-2 shrink-0 rounded-full', isRead ? 'bg-line' : dotClass[tone])}
      />
      <span className="min-w-0 flex-1">
        <bdi className={classNames('block break-words', isRead ? 'text-muted' : 'font-medium')}>{title}</bdi>
        {detail !== undefined && <bdi className="block break-words text-muted text-sm">{detail}</bdi>}
        <span className="text-faint text-xs">{formatTime(new Date(at).toISOString(), i18n.language)}</span>
        {!isRead && <span className="sr-only">{t('notices.new')}</span>}
      </span>
    </Link>
  );
};

const OutsideNotices = () => {
  const { t } = useTranslation('shell');
  const outside = useProjection(outsideNotices);
  if (outside === 'unsupported' || outside === 'granted') return null;
  return (
    <div className="flex flex-col items-start gap-2 border-line border-t p-3 text-muted text-sm">
      <p>{t(outside === 'denied' ? 'notices.blocked' : 'notices.outside')}</p>
      {outside === 'default' && (
        <Button size="sm" onClick={() => void askForOutsideNotices()}>
          {t('notices.allow')}
        </Button>
      )}
    </div>
  );
};

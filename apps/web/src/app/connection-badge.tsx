import { useTranslation } from 'react-i18next';
import { useAtelier } from '../client/atelier-context.ts';
import type { ConnectionState } from '../client/event-connection.ts';
import { useProjection } from '../client/use-projection.ts';
import { classNames } from '../ui/class-names.ts';

const dotByState: Record<ConnectionState['kind'], string> = {
  connecting: 'bg-line-strong',
  live: 'bg-published',
  waiting: 'bg-draft animate-pulse-soft',
  signed_out: 'bg-danger',
};

/** Quiet while all is well; says so in words when it is not. */
export const ConnectionBadge = () => {
  const { t } = useTranslation('shell');
  const { kind } = useProjection(useAtelier().connection.state);
  return (
    <span
      role="status"
      data-connection={kind}
      className={classNames(
        'flex h-7 items-center gap-2 rounded-full px-2 text-sm',
        kind === 'waiting' ? 'bg-draft-soft text-draft-text' : 'text-faint',
      )}
    >
      <span aria-hidden="true" className={classNames('size-2 rounded-full', dotByState[kind])} />
      <span className={kind === 'live' ? 'hidden lg:inline' : 'hidden sm:inline'}>{t(`connection.${kind}`)}</span>
    </span>
  );
};

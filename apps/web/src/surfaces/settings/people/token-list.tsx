import type { TokenView } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';

type Props = {
  readonly tokens: readonly TokenView[];
  readonly busy: string | undefined;
  readonly onRevoke: (tokenId: string) => void;
};

export const TokenList = ({ tokens, busy, onRevoke }: Props) => {
  const { t, i18n } = useTranslation('settings');
  return (
    <ul className="divide-y divide-line border-line border-t">
      {tokens.map(({ tokenId, label, madeAt, expiresAt, isExpired, isRecovery }) => (
        <li key={tokenId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2.5">
          <div className="min-w-0 flex-1 basis-48">
            <p className="flex flex-wrap items-center gap-2">
              <bdi>{label}</bdi>
              {isExpired && <Badge tone="draft">{t('people.expired')}</Badge>}
              {isRecovery && <Badge tone="draft">{t('people.byRecovery')}</Badge>}
            </p>
            <p className="text-faint text-sm">
              {t('people.tokenDays', {
                made: formatDay(madeAt, i18n.language),
                until: formatDay(expiresAt, i18n.language),
              })}
            </p>
          </div>
          <Button
            size="sm"
            tone="danger"
            busy={busy === tokenId}
            aria-label={t('people.revokeNamed', { name: label })}
            onClick={() => onRevoke(tokenId)}
          >
            {t('people.revoke')}
          </Button>
        </li>
      ))}
    </ul>
  );
};

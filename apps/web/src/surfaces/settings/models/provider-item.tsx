import type { ProviderRow } from '@atelier/contracts';
import { Ellipsis, KeyRound, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { useNames } from '../../../models/names.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import type { Tone } from '../../../ui/tone.ts';
import { EnabledSwitch } from './enabled-switch.tsx';
import { Monogram } from './monogram.tsx';

type Props = { readonly row: ProviderRow; readonly onKey: () => void; readonly onRemove: () => void };

const toneByStatus: Record<ProviderRow['status'], Tone> = {
  not_configured: 'neutral',
  configured: 'published',
  needs_attention: 'draft',
};

export const ProviderItem = ({ row, onKey, onRemove }: Props) => {
  const { t } = useTranslation('settings');
  const { providerName } = useNames();
  const { commands } = useAtelier();
  const send = useSend();
  const [checking, setChecking] = useState(false);
  const { provider, status, keptIn } = row;
  const name = providerName(provider);
  const isOurs = keptIn !== 'environment';

  const check = async () => {
    setChecking(true);
    const done = await send(commands.ProvidersValidate({ provider }));
    setChecking(false);
    if (done === undefined) return;
    const works = done.provider.status === 'configured';
    toasts.show({
      tone: works ? 'published' : 'danger',
      title: t(works ? 'models.provider.works' : 'models.provider.worksNot', { provider: name }),
    });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-b px-5 py-3.5 last:border-b-0">
      <Monogram name={name} />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium">{name}</bdi>
          <Badge tone={row.enabled ? toneByStatus[status] : 'neutral'} dot>
            {row.enabled || status === 'not_configured'
              ? t(`models.provider.status.${status}`)
              : t('models.provider.off')}
          </Badge>
        </p>
        <KeyFacts row={row} />
      </div>
      <div className="flex items-center gap-2">
        {status === 'needs_attention' && (
          <Button size="sm" icon={<RefreshCw size={13} />} busy={checking} onClick={() => void check()}>
            {t('models.provider.check')}
          </Button>
        )}
        {status === 'not_configured' && (
          <Button size="sm" icon={<KeyRound size={13} />} onClick={onKey}>
            {t('models.provider.add')}
          </Button>
        )}
        {status !== 'not_configured' && (
          <>
            <EnabledSwitch provider={provider} name={name} enabled={row.enabled} />
            <Menu
              trigger={
                <IconButton
                  tooltip={false}
                  label={t('models.provider.more', { provider: name })}
                  icon={<Ellipsis size={16} />}
                />
              }
              items={[
                ...(isOurs
                  ? [
                      {
                        id: 'replace',
                        label: t('models.provider.replace'),
                        icon: <KeyRound size={14} />,
                        onSelect: onKey,
                      },
                    ]
                  : []),
                {
                  id: 'check',
                  label: t('models.provider.check'),
                  icon: <RefreshCw size={14} />,
                  onSelect: () => void check(),
                },
                ...(isOurs
                  ? [
                      { kind: 'divider' as const, id: 'divider' },
                      {
                        id: 'remove',
                        label: t('models.provider.remove'),
                        icon: <Trash2 size={14} />,
                        danger: true,
                        onSelect: onRemove,
                      },
                    ]
                  : []),
              ]}
            />
          </>
        )}
      </div>
    </li>
  );
};

const KeyFacts = ({ row: { status, keptIn, variable, last4, checkedAt } }: { readonly row: ProviderRow }) => {
  const { t, i18n } = useTranslation('settings');
  if (keptIn === null) return null;
  const facts = [
    last4 === null ? undefined : t('models.provider.endsIn', { last4 }),
    t(`models.provider.kept.${keptIn}`, { variable: variable ?? '' }),
    checkedAt === null ? undefined : t('models.provider.checked', { at: formatMoment(checkedAt, i18n.language) }),
  ].filter((fact) => fact !== undefined);
  return (
    <p className="text-muted text-sm">
      {facts.join(' · ')}
      {keptIn === 'environment' && <span className="block text-faint">{t('models.provider.environmentNote')}</span>}
      {keptIn !== 'environment' && status === 'needs_attention' && (
        <span className="block text-draft-text">{t('models.provider.attentionNote')}</span>
      )}
    </p>
  );
};

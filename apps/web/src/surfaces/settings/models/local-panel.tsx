import type { EndpointRow } from '@atelier/contracts';
import { Plus, RefreshCw, Server, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { AddEndpointDialog } from './add-endpoint-dialog.tsx';

/** Servers on this computer, or elsewhere by name, that speak the OpenAI chat format. */
export const LocalPanel = ({ endpoints }: { readonly endpoints: readonly EndpointRow[] }) => {
  const { t } = useTranslation('settings');
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title={t('models.local.title')}
      description={t('models.local.detail')}
      flush
      action={
        <Button size="sm" icon={<Plus size={13} />} onClick={() => setAdding(true)}>
          {t('models.local.add')}
        </Button>
      }
    >
      {endpoints.length === 0 ? (
        <EmptyState icon={<Server size={18} />} title={t('models.local.none')}>
          {t('models.local.noneDetail')}
        </EmptyState>
      ) : (
        <ul className="border-line border-t">
          {endpoints.map((endpoint) => (
            <EndpointItem key={endpoint.endpointId} endpoint={endpoint} />
          ))}
        </ul>
      )}
      {adding && <AddEndpointDialog onClose={() => setAdding(false)} />}
    </Panel>
  );
};

const EndpointItem = ({ endpoint }: { readonly endpoint: EndpointRow }) => {
  const { t, i18n } = useTranslation('settings');
  const { commands } = useAtelier();
  const send = useSend();
  const refusalText = useRefusalText('settings');
  const [busy, setBusy] = useState(false);
  const { endpointId, url, reachable, because, models } = endpoint;
  const look = async () => {
    setBusy(true);
    const done = await send(commands.EndpointDiscover({ endpointId }));
    setBusy(false);
    if (done?.endpoint.reachable !== true) return;
    toasts.show({ tone: 'published', title: t('models.local.found', { count: done.endpoint.models.length }) });
  };
  const remove = async () => {
    if (await send(commands.EndpointRemove({ endpointId }))) toasts.show({ title: t('models.local.removed') });
  };
  return (
    <li className="flex flex-col gap-2.5 border-line border-b px-5 py-3.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <bdi dir="ltr" className="min-w-0 break-all font-mono text-sm">
          {url}
        </bdi>
        <Badge tone={reachable ? 'published' : 'draft'} dot>
          {t(reachable ? 'models.local.reachable' : 'models.local.unreachable')}
        </Badge>
        <span className="text-faint text-sm">
          {t('models.provider.checked', { at: formatMoment(endpoint.checkedAt, i18n.language) })}
        </span>
        <span className="ms-auto flex items-center gap-1">
          <Button size="sm" icon={<RefreshCw size={13} />} busy={busy} onClick={() => void look()}>
            {t('models.local.again')}
          </Button>
          <IconButton
            label={t('models.local.remove', { address: url })}
            icon={<Trash2 size={14} />}
            onClick={() => void remove()}
          />
        </span>
      </div>
      {because !== null && <p className="text-draft-text text-sm">{refusalText(failureOf(because))}</p>}
      {models.length === 0 ? (
        reachable && <p className="text-muted text-sm">{t('models.local.noModels')}</p>
      ) : (
        <ul aria-label={t('models.local.models', { count: models.length })} className="flex flex-wrap gap-2">
          {models.map(({ name, tools }) => (
            <li
              key={name}
              title={tools === false ? t('models.local.noToolsNote') : undefined}
              className="flex items-center gap-2 rounded-md border border-line bg-sunken px-2.5 py-1 text-sm"
            >
              <bdi className="font-mono">{name}</bdi>
              <span className={tools === false ? 'text-draft-text' : 'text-faint'}>
                {t(
                  tools === null ? 'models.local.unknownTools' : tools ? 'models.local.tools' : 'models.local.noTools',
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

/** A view names a failure by its code alone. A server nobody answers for is not a network that is down. */
const failureOf = (code: string) => ({
  code: code === 'NETWORK_UNAVAILABLE' ? 'ENDPOINT_UNREACHABLE' : code,
  message: code,
  retry: { kind: 'not_retryable' as const },
});

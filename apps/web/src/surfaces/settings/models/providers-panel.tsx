import type { ModelsView } from '@atelier/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { ProviderItem } from './provider-item.tsx';
import { RemoveKeyDialog } from './remove-key-dialog.tsx';

type Asking = {
  readonly what: 'key' | 'remove';
  readonly provider: ModelsView['providers'][number]['provider'];
};

export const ProvidersPanel = ({ view }: { readonly view: ModelsView }) => {
  const { t } = useTranslation('settings');
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  return (
    <Panel title={t('models.provider.title')} description={t('models.provider.detail')} flush>
      <ul className="border-line border-t">
        {view.providers.map((row) => (
          <ProviderItem
            key={row.provider}
            row={row}
            onKey={() => setAsking({ what: 'key', provider: row.provider })}
            onRemove={() => setAsking({ what: 'remove', provider: row.provider })}
          />
        ))}
      </ul>
      {asking?.what === 'key' && <KeyDialog provider={asking.provider} keyStore={view.keyStore} onClose={close} />}
      {asking?.what === 'remove' && <RemoveKeyDialog provider={asking.provider} onClose={close} />}
    </Panel>
  );
};

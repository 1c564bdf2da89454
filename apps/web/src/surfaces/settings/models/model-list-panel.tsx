import type { ModelRow, ModelsView } from '@atelier/contracts';
import { Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { formatDay, formatMoney, formatRound } from '../../../i18n/format.ts';
import { useNames } from '../../../models/names.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Table } from '../../../ui/table.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { EntryDialog } from './entry-dialog.tsx';

/** Every model this installation knows, whoever wrote it down. */
export const ModelListPanel = ({ view }: { readonly view: ModelsView }) => {
  const { t, i18n } = useTranslation('settings');
  const { modelName, providerName } = useNames();
  const [editing, setEditing] = useState<ModelRow | 'new'>();
  const { models, defaultModel } = view;
  return (
    <Panel
      title={t('models.list.title')}
      description={t('models.list.detail')}
      flush
      action={
        <Button size="sm" icon={<Plus size={13} />} onClick={() => setEditing('new')}>
          {t('models.list.add')}
        </Button>
      }
    >
      <Table
        label={t('models.list.title')}
        rows={models}
        keyOf={({ modelId }) => modelId}
        columns={[
          {
            id: 'model',
            header: t('models.list.model'),
            cell: (model) => (
              <span className="flex flex-col gap-0.5 py-2">
                <span className="flex flex-wrap items-center gap-2">
                  <bdi className="font-medium">{modelName(model.modelId, models)}</bdi>
                  {model.modelId === defaultModel.modelId && <Badge tone="accent">{t('models.list.isDefault')}</Badge>}
                  <Origin model={model} />
                  {model.unavailable !== null && <Badge>{t(`models.unavailable.${model.unavailable}`)}</Badge>}
                </span>
                <span className="text-faint text-xs">
                  {providerName(model.provider)}
                  {model.vision && ` · ${t('models.list.vision')}`}
                  {model.tools === false && ` · ${t('models.list.noTools')}`}
                </span>
              </span>
            ),
          },
          {
            id: 'context',
            header: t('models.list.context'),
            cell: ({ contextTokens }) => (
              <span className="@2xl:whitespace-nowrap">
                {t('models.list.tokens', { amount: formatRound(contextTokens, i18n.language) })}
              </span>
            ),
          },
          {
            id: 'price',
            header: t('models.list.price'),
            cell: (model) => <Price model={model} onWrite={() => setEditing(model)} />,
          },
          {
            id: 'actions',
            header: '',
            part: 'actions',
            cell: (model) => (
              <Actions model={model} name={modelName(model.modelId, models)} onEdit={() => setEditing(model)} />
            ),
          },
        ]}
      />
      {editing !== undefined && (
        <EntryDialog
          {...(editing === 'new' ? {} : { model: editing })}
          endpoints={view.endpoints}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Panel>
  );
};

const Origin = ({ model: { origin, overrides } }: { readonly model: ModelRow }) => {
  const { t } = useTranslation('settings');
  if (origin === 'discovered') return <Badge>{t('models.list.local')}</Badge>;
  if (origin === 'user')
    return <Badge tone="draft">{t(overrides ? 'models.list.changed' : 'models.list.yours')}</Badge>;
  return null;
};

const Price = ({ model: { price, provider }, onWrite }: { readonly model: ModelRow; readonly onWrite: () => void }) => {
  const { t, i18n } = useTranslation('settings');
  if (price === null) {
    return (
      <span className="flex flex-col items-start py-2 @xl:whitespace-nowrap text-muted">
        {t('models.list.noPrice')}
        {provider !== 'openai-codex' && (
          <button type="button" onClick={onWrite} className="rounded-sm text-accent-text text-xs hover:underline">
            {t('models.list.setPrice')}
          </button>
        )}
      </span>
    );
  }
  if (price.input === 0 && price.output === 0) return <span className="text-muted">{t('models.list.free')}</span>;
  const money = (dollars: number) => formatMoney(dollars * 1_000_000, i18n.language);
  return (
    <span className="flex flex-col py-2 @xl:whitespace-nowrap">
      <span className="tabular-nums">
        {t('models.list.priceValue', { input: money(price.input), output: money(price.output) })}
      </span>
      <span className="text-faint text-xs">
        {t('models.list.priceDate', { at: formatDay(price.asOf, i18n.language) })}
      </span>
    </span>
  );
};

type ActionsProps = { readonly model: ModelRow; readonly name: string; readonly onEdit: () => void };

const Actions = ({ model, name, onEdit }: ActionsProps) => {
  const { t } = useTranslation('settings');
  const { commands } = useAtelier();
  const send = useSend();
  // The built-in model is a program: there is nothing about it to write down.
  if (model.provider === 'builtin' || model.unavailable === 'not_in_build') return null;
  const remove = async () => {
    if ((await send(commands.ModelsRemoveEntry({ modelId: model.modelId }))) === undefined) return;
    toasts.show({ title: t(model.overrides ? 'models.list.restored' : 'models.list.removed', { model: name }) });
  };
  return (
    <span className="flex justify-end">
      <IconButton label={t('models.list.edit', { model: name })} icon={<Pencil size={14} />} onClick={onEdit} />
      {model.origin === 'user' && (
        <IconButton
          label={t(model.overrides ? 'models.list.restore' : 'models.list.remove', { model: name })}
          icon={model.overrides ? <RotateCcw size={14} /> : <Trash2 size={14} />}
          onClick={() => void remove()}
        />
      )}
    </span>
  );
};

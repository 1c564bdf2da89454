import type { ChatView, Effort, ModelsView } from '@atelier/contracts';
import { Link } from '@tanstack/react-router';
import { Eraser, FolderOpen, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CostMeter } from '../../conversation/cost-meter.tsx';
import { isUnderWay, modelRow } from '../../conversation/talk.ts';
import { ModelSelect } from '../../models/model-select.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useIsHere } from '../../ui/use-is-here.ts';
import { FilesPanel } from './files-panel.tsx';
import type { Chat } from './use-chat.ts';

type Props = { readonly chat: Chat; readonly view: ChatView; readonly models: ModelsView };

export const ChatHeader = ({ chat, view, models }: Props) => {
  const { t } = useTranslation(['chatLab', 'settings']);
  const [asking, setAsking] = useState<'clear' | 'files'>();
  const model = modelRow(models, chat.modelId);
  const underWay = isUnderWay(view.run);
  const efforts = model?.efforts ?? [];
  const effort = view.effort !== null && efforts.includes(view.effort) ? view.effort : 'medium';
  const isWaiting = view.run?.state === 'retrying';
  const choose = async (modelId: string) => {
    const known = modelRow(models, modelId)?.efforts ?? [];
    const done = await chat.setModel(modelId, known.length === 0 ? null : effort);
    // Whoever picks another model during a wait does not mean to sit it out.
    if (done !== undefined && isWaiting) await chat.resume({ model: modelId });
  };
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2.5 @2xl:px-6">
      <h1 className="sr-only">{t('title')}</h1>
      <span className="w-full @2xl:w-64">
        <ModelSelect
          label={t('model')}
          value={chat.modelId ?? ''}
          models={models.models}
          onChange={(modelId) => void choose(modelId)}
          disabled={underWay && !isWaiting}
        />
      </span>
      {efforts.length > 0 && (
        <span className="w-32">
          <Select<Effort>
            label={t('effort')}
            value={effort}
            options={efforts.map((each) => ({ value: each, label: t(`settings:models.effort.${each}`) }))}
            onChange={(chosen) => {
              if (chat.modelId !== undefined) chat.setModel(chat.modelId, chosen).catch(console.error);
            }}
            disabled={underWay}
          />
        </span>
      )}
      <Link
        to="/settings/models"
        aria-label={t('settings')}
        title={t('settings')}
        className="inline-flex size-8 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text"
      >
        <Settings2 size={15} aria-hidden="true" />
      </Link>
      <div className="ms-auto flex flex-wrap items-center gap-x-3 gap-y-2">
        <CostMeter view={view} />
        <span className="@3xl:hidden">
          <Button size="sm" icon={<FolderOpen size={13} />} onClick={() => setAsking('files')}>
            {t('files.show', { count: view.files.length })}
          </Button>
        </span>
        <Button
          size="sm"
          tone="quiet"
          icon={<Eraser size={13} />}
          disabled={underWay || (view.items.length === 0 && view.files.length === 0)}
          onClick={() => setAsking('clear')}
        >
          {t('clear')}
        </Button>
      </div>
      {asking === 'clear' && <ClearDialog chat={chat} onClose={() => setAsking(undefined)} />}
      <Dialog
        open={asking === 'files'}
        onOpenChange={() => setAsking(undefined)}
        title={t('files.title')}
        description={t('files.detail')}
      >
        <FilesPanel chat={chat} files={view.files} isUnderWay={underWay} isPlain />
      </Dialog>
    </header>
  );
};

const ClearDialog = ({ chat, onClose }: { readonly chat: Chat; readonly onClose: () => void }) => {
  const { t } = useTranslation(['chatLab', 'shell']);
  const isHere = useIsHere();
  const [files, setFiles] = useState(false);
  const [busy, setBusy] = useState(false);
  const clear = async () => {
    setBusy(true);
    const done = await chat.clear(files);
    setBusy(false);
    if (done !== undefined && isHere.current) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('clearTitle')}
      description={t('clearDetail')}
      width="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button tone="dangerSolid" busy={busy} onClick={() => void clear()}>
            {t('clear')}
          </Button>
        </>
      }
    >
      <div className="pb-2">
        <Switch label={t('clearFiles')} checked={files} onChange={setFiles} />
      </div>
    </Dialog>
  );
};

import { Link } from '@tanstack/react-router';
import { FileCheck2, FileSearch, Files, History, Lock, MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CostMeter } from '../../../conversation/cost-meter.tsx';
import { ModelSelect } from '../../../models/model-select.tsx';
import { useIsViewer } from '../../../people/use-people.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { useBench } from './bench-context.ts';

type Props = {
  /** Opens the files, where there is no room for them beside the chat. */
  readonly onFiles?: () => void;
};

/** The top of a Workbench: its name, what the model may see, the model itself, and the way to checkpoints. */
export const BenchBar = ({ onFiles }: Props) => {
  const { t } = useTranslation('workshop');
  const { view, models, modelId, acts, workbenchId } = useBench();
  const isViewer = useIsViewer();
  const params = { workbenchId } as never;
  const choose = async (chosen: string) => {
    const done = await acts.switchModel(chosen);
    // Whoever picks another model during a wait does not mean to sit it out.
    if (done !== undefined && view.run?.state === 'retrying') await acts.resume({ modelId: chosen });
  };
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-3 py-2 @2xl:px-4">
      <h1 className="min-w-0 max-w-full flex-1 basis-40 font-semibold text-lg outline-none">
        <InlineEdit label={t('bench.rename')} value={view.name} onSave={(name) => void acts.rename(name)} />
      </h1>
      <Tooltip label={t('bench.scopeDetail')}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip says what the model may see */}
        <span tabIndex={0} className="hidden rounded-full @3xl:inline-flex">
          <Badge icon={<Lock size={11} aria-hidden="true" />}>{t('bench.scope')}</Badge>
        </span>
      </Tooltip>
      <span className="hidden @4xl:block">
        <CostMeter view={{ ...view, items: [] }} />
      </span>
      {onFiles !== undefined && (
        <Button size="sm" icon={<Files size={13} />} onClick={onFiles}>
          {t('bench.showFiles', { count: view.files.length })}
        </Button>
      )}
      <span className="min-w-0 flex-1 basis-32 @2xl:max-w-64 @2xl:basis-44">
        <ModelSelect
          label={t('bench.model')}
          value={modelId}
          models={models.models}
          disabled={isViewer}
          onChange={(chosen) => void choose(chosen)}
        />
      </span>
      <nav aria-label={t('bench.label')} className="flex items-center gap-1">
        <Tooltip label={t('bench.chat')}>
          <Link
            to="/workshop/$workbenchId"
            params={params}
            activeOptions={{ exact: true }}
            aria-label={t('bench.chat')}
            className={iconLink}
          >
            <MessageSquare size={16} aria-hidden="true" />
          </Link>
        </Tooltip>
        {view.draft !== null && (
          <Link to="/workshop/$workbenchId/review" params={params} className={buttonClass('neutral', 'sm')}>
            <FileCheck2 size={14} aria-hidden="true" />
            {t('bench.review')}
          </Link>
        )}
        <Tooltip label={t('past.title')}>
          <Link to="/workshop/$workbenchId/past" params={params} aria-label={t('past.title')} className={iconLink}>
            <FileSearch size={16} aria-hidden="true" />
          </Link>
        </Tooltip>
        <Tooltip label={t('bench.checkpoints')}>
          <Link
            to="/workshop/$workbenchId/checkpoints"
            params={params}
            aria-label={t('bench.checkpoints')}
            className={iconLink}
          >
            <History size={16} aria-hidden="true" />
          </Link>
        </Tooltip>
      </nav>
    </header>
  );
};

const iconLink =
  'inline-flex size-8 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text';

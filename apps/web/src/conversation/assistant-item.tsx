import type { ModelRow } from '@atelier/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown, StreamedMarkdown } from '../code/markdown.ts';
import { useNames } from '../models/names.ts';
import { Badge } from '../ui/badge.tsx';
import { CopyIconButton } from '../ui/copy-icon-button.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { type Spoken, spokenText, thoughtId } from './spoken-text.ts';
import { useHeard } from './talk.ts';

type Props = {
  readonly item: Spoken;
  readonly models: readonly ModelRow[];
  /** The provider is being waited for. */
  readonly isHeld: boolean;
};

export const AssistantItem = memo(({ item, models, isHeld }: Props) => {
  const { t } = useTranslation('conversation');
  const { modelName } = useNames();
  const { state } = item;
  const name = modelName(item.modelId, models);
  return (
    <article
      aria-label={name}
      aria-busy={state === 'streaming' || undefined}
      className="group/said flex flex-col gap-1.5"
    >
      <p className="flex h-7 items-center gap-2 text-faint text-xs">
        <bdi>{name}</bdi>
        {(state === 'interrupted' || state === 'cut') && <Badge tone="draft">{t(`state.${state}`)}</Badge>}
        {state !== 'streaming' && (
          <CopyIconButton
            text={item.text}
            className="size-7 opacity-0 focus-visible:opacity-100 group-hover/said:opacity-100"
          />
        )}
      </p>
      {/* A text in the other direction begins at the far side of the column, not in its middle. */}
      <div className="[&_div]:max-w-none">
        {state === 'streaming' ? (
          <Speech item={item} isHeld={isHeld} />
        ) : (
          <Markdown whileLoading={onItsWay} text={item.text} />
        )}
      </div>
    </article>
  );
});

const onItsWay = <SkeletonLines lines={2} />;

/** The one part of the page that moves with every piece of text. */
const Speech = ({ item, isHeld }: Pick<Props, 'item' | 'isHeld'>) => {
  const { t } = useTranslation('conversation');
  const text = spokenText(item, useHeard(item.id));
  const thought = useHeard(thoughtId(item.id));
  if (text !== '') return <StreamedMarkdown whileLoading={onItsWay} text={text} />;
  return (
    <>
      {thought !== '' && (
        <p
          dir="auto"
          className="mb-1.5 line-clamp-3 max-w-prose whitespace-pre-wrap border-line border-s-2 ps-3 text-faint text-sm"
        >
          {thought.slice(-400)}
        </p>
      )}
      <p className="flex items-center gap-2 text-muted text-sm">
        <span aria-hidden="true" className="size-2 animate-pulse-soft rounded-full bg-accent" />
        {t(isHeld ? 'state.held' : 'state.thinking')}
      </p>
    </>
  );
};

import type { ChatItem, ModelRow } from '@atelier/contracts';
import { lazy, memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNames } from '../../models/names.ts';
import { Badge } from '../../ui/badge.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

const Markdown = lazy(() => import('../../ui/markdown.tsx'));
const StreamedMarkdown = lazy(() => import('../../ui/streamed-markdown.tsx'));

type Props = {
  readonly text: string;
  readonly thought: string;
  readonly state: Extract<ChatItem, { kind: 'assistant' }>['state'];
  readonly modelId: string;
  readonly models: readonly ModelRow[];
};

export const AssistantItem = memo(({ text, thought, state, modelId, models }: Props) => {
  const { t } = useTranslation('chatLab');
  const { modelName } = useNames();
  const name = modelName(modelId, models);
  return (
    <article aria-label={name} aria-busy={state === 'streaming' || undefined} className="flex flex-col gap-1.5">
      <p className="flex items-center gap-2 text-faint text-xs">
        <bdi>{name}</bdi>
        {(state === 'interrupted' || state === 'cut') && <Badge tone="draft">{t(`state.${state}`)}</Badge>}
      </p>
      {thought !== '' && text === '' && (
        <p
          dir="auto"
          className="line-clamp-3 max-w-prose whitespace-pre-wrap border-line border-s-2 ps-3 text-faint text-sm"
        >
          {thought.slice(-400)}
        </p>
      )}
      {text === '' ? (
        state === 'streaming' && (
          <p className="flex items-center gap-2 text-muted text-sm">
            <span aria-hidden="true" className="size-2 animate-pulse-soft rounded-full bg-accent" />
            {t('state.thinking')}
          </p>
        )
      ) : (
        <Suspense fallback={<SkeletonLines lines={2} />}>
          {/* A text in the other direction begins at the far side of the column, not in its middle. */}
          <div className="[&_div]:max-w-none">
            {state === 'streaming' ? <StreamedMarkdown text={text} /> : <Markdown text={text} />}
          </div>
        </Suspense>
      )}
    </article>
  );
});

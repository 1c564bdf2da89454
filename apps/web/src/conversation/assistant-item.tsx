import type { ModelRow } from '@atelier/contracts';
import { readAskNote } from '@atelier/models/view';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Markdown, StreamedMarkdown } from '../code/markdown.ts';
import { useNames } from '../models/names.ts';
import { Badge } from '../ui/badge.tsx';
import { CopyIconButton } from '../ui/copy-icon-button.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { AnswerMeter } from './meter-facts.tsx';
import { withRowTables } from './row-tables.ts';
import { type Spoken, spokenText, thoughtId } from './spoken-text.ts';
import { useHeard, useTalk } from './talk.ts';

type Props = {
  readonly item: Spoken;
  readonly models: readonly ModelRow[];
  /** The provider is being waited for. */
  readonly isHeld: boolean;
  /** Only the newest answer can be answered with a click. */
  readonly isLast: boolean;
  /** What else can be done with the answer, beside copying it. */
  readonly actions?: ReactNode;
};

export const AssistantItem = memo(({ item, models, isHeld, isLast, actions }: Props) => {
  const { t } = useTranslation('conversation');
  const { modelName } = useNames();
  const { state } = item;
  const name = modelName(item.modelId, models);
  const { text, suggestions } = readAskNote(item.text);
  return (
    <article
      aria-label={name}
      aria-busy={state === 'streaming' || undefined}
      className="group/said flex flex-col gap-1.5"
    >
      <div className="flex h-7 items-center gap-2 text-faint text-xs">
        <bdi>{name}</bdi>
        {item.meter !== undefined && <AnswerMeter meter={item.meter} />}
        {(state === 'interrupted' || state === 'cut') && <Badge tone="draft">{t(`state.${state}`)}</Badge>}
        {state !== 'streaming' && (
          <CopyIconButton
            text={text}
            className="size-7 opacity-0 focus-visible:opacity-100 group-hover/said:opacity-100 pointer-coarse:opacity-100"
          />
        )}
        {actions}
      </div>
      {/* A text in the other direction begins at the far side of the column, not in its middle. */}
      <div className="[&_div]:max-w-none">
        {state === 'streaming' ? (
          <Speech item={item} isHeld={isHeld} />
        ) : (
          <Markdown whileLoading={onItsWay} text={withRowTables(text)} />
        )}
      </div>
      {state !== 'streaming' && suggestions.length > 0 && <Suggestions requests={suggestions} canAsk={isLast} />}
    </article>
  );
});

/** Whole requests the answer offers. Older ones can still be read and copied. */
const Suggestions = ({ requests, canAsk }: { readonly requests: readonly string[]; readonly canAsk: boolean }) => {
  const { t } = useTranslation('conversation');
  const { say } = useTalk();
  return (
    <ul aria-label={t('suggestions')} className="flex flex-wrap gap-2 pt-1">
      {requests.map((request) => (
        <li key={request} className="max-w-full">
          <button
            type="button"
            dir="auto"
            disabled={!canAsk}
            onClick={() => void say(request)}
            className="max-w-full rounded-2xl border border-line-strong/80 bg-raised px-3 py-1.5 text-start text-sm hover:bg-hover disabled:text-muted disabled:hover:bg-raised"
          >
            {request}
          </button>
        </li>
      ))}
    </ul>
  );
};

const onItsWay = <SkeletonLines lines={2} />;

/** The note is shown as buttons once it is complete; until then its signs would only flash by. */
const withoutAskNote = (text: string): string => text.replace(/\n*```ask[\s\S]*$/, '');

/** The one part of the page that moves with every piece of text. */
const Speech = ({ item, isHeld }: Pick<Props, 'item' | 'isHeld'>) => {
  const { t } = useTranslation('conversation');
  const text = withoutAskNote(spokenText(item, useHeard(item.id)));
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

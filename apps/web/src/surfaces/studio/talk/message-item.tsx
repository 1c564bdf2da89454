import type { ProjectView, StudioEvent, StudioTurnDone, ThreadMessage } from '@atelier/contracts/studio';
import { BookOpen, Bot, CircleUser, Info } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatTime } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyIconButton } from '../../../ui/copy-icon-button.tsx';
import { knownName } from '../draft/field-value.tsx';
import { IssueList } from '../draft/issue-list.tsx';
import { Person } from '../records/person.tsx';
import { Shown } from '../shown-text.tsx';
import { Cards } from './cards.tsx';
import { Chips } from './chips.tsx';
import { StandIn } from './stand-in.tsx';

type Props = {
  readonly message: ThreadMessage;
  readonly view: ProjectView;
  readonly answer: StudioTurnDone | undefined;
  /** Chips are offers of the moment: only the newest answer has them. */
  readonly isLast: boolean;
  readonly onAction: (event: StudioEvent) => void;
};

/** One message with its tags. Whatever an agent wrote says so. */
export const MessageItem = memo(({ message, view, answer, isLast, onAction }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const { role, text, lang, tags, at } = message;
  if (role === 'user') {
    return (
      <article aria-label={t('talk.you')} className="group/said flex flex-col items-end gap-1">
        <p
          dir="auto"
          lang={lang}
          className="max-w-[88%] whitespace-pre-wrap break-words rounded-lg rounded-ee-sm bg-accent-soft px-3.5 py-2"
        >
          {text}
        </p>
        <p className="flex items-center gap-1 text-faint text-xs">
          <CircleUser size={12} aria-hidden="true" />
          <Person id={message.by} />
          <time dateTime={at} title={formatMoment(at, i18n.language)}>
            {formatTime(at, i18n.language)}
          </time>
        </p>
      </article>
    );
  }
  const isAgent = role === 'assistant';
  const about = tags.elementIds.flatMap((id) => {
    const name = knownName(view, id);
    return name ? [{ id, name }] : [];
  });
  const standIn = answer?.warnings.find(({ code }) => code === 'OFFLINE_FALLBACK');
  // What the rules say of a draft stands in its panel; who answered belongs to the conversation.
  const warnings =
    answer?.warnings.filter((issue) => issue === standIn || answer.render.kind !== 'draft_changes') ?? [];
  const asked = view.messages.find(({ turnId, role: who }) => turnId === message.turnId && who === 'user')?.text;
  return (
    <article aria-label={t(isAgent ? 'talk.agent' : 'talk.system')} className="group/said flex flex-col gap-1.5">
      <p className="relative flex flex-wrap items-center gap-x-2 gap-y-1 pe-8 text-faint text-xs">
        <span className="inline-flex items-center gap-1 font-medium text-muted">
          {isAgent ? <Bot size={13} aria-hidden="true" /> : <Info size={13} aria-hidden="true" />}
          {t(isAgent ? 'talk.agent' : 'talk.system')}
        </span>
        <time dateTime={at} title={formatMoment(at, i18n.language)}>
          {formatTime(at, i18n.language)}
        </time>
        <Badge>{t(`stage.${tags.turnStage}`)}</Badge>
        {tags.skillId !== undefined && (
          <Badge>{t(`skill.${tags.skillId.replace('.', '_')}`, { defaultValue: tags.skillId })}</Badge>
        )}
        {tags.draftRevision !== undefined && (
          <Badge tone="draft">{t('draft.revision', { revision: tags.draftRevision })}</Badge>
        )}
        {tags.outcome === 'rejected' && <Badge tone="danger">{t('talk.rejected')}</Badge>}
        {about.slice(0, 3).map(({ id, name }) => (
          <Badge key={id} tone="accent">
            <Shown text={name} />
          </Badge>
        ))}
        {/* Out of the line: behind the tags it would often stand, unseen, on a line of its own. */}
        <CopyIconButton
          text={text}
          className="-top-0.5 absolute end-0 size-6 opacity-0 focus-visible:opacity-100 group-hover/said:opacity-100 pointer-coarse:opacity-100"
        />
      </p>
      <p dir="auto" lang={lang} className="whitespace-pre-wrap break-words">
        {text}
      </p>
      {tags.sources !== undefined && (
        <p className="flex flex-wrap items-center gap-1.5 text-faint text-sm">
          <BookOpen size={13} aria-hidden="true" />
          {t('talk.sources')}
          {tags.sources.map((source) => (
            <bdi key={source} className="text-muted">
              {source}
            </bdi>
          ))}
        </p>
      )}
      {answer !== undefined && (
        <>
          {answer.render.kind === 'chat' && answer.render.cards !== undefined && (
            <Cards cards={answer.render.cards} view={view} onAction={onAction} />
          )}
          {isLast && warnings.length > 0 && <IssueList issues={warnings} />}
          {isLast && standIn !== undefined && asked !== undefined && (
            <StandIn issue={standIn} onAgain={() => onAction({ type: 'chatMessage', text: asked })} />
          )}
          {isLast && answer.blockers.length > 1 && <IssueList issues={answer.blockers.slice(1)} />}
          {isLast && <Chips actions={answer.suggestedActions} onAction={onAction} />}
        </>
      )}
    </article>
  );
});

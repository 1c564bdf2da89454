import type { ModelsView } from '@atelier/contracts';
import { ArrowUp, Square } from 'lucide-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { useEstimate } from './use-estimate.ts';

type Props = {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onSay: (text: string) => void;
  readonly onStop: () => void;
  readonly isUnderWay: boolean;
  readonly modelId: string | undefined;
  readonly models: ModelsView;
  readonly placeholder?: string;
  readonly hint?: string;
  /** Why nothing can be sent now, in words. */
  readonly blocked?: string;
  /** Stands above the text: what is named in it, what waits to be sent. */
  readonly above?: ReactNode;
  /** Stands beside the hint: how the message is sent. */
  readonly tools?: ReactNode;
  /** Beside the button that stops a run, where a message can be written during one. */
  readonly whileUnderWay?: ReactNode;
  /** Keys before they are read as sending; true: taken. */
  readonly onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  readonly onSelect?: () => void;
  readonly id?: string;
  /** For a list that is open above the text. */
  readonly list?: { readonly id: string; readonly option: string | undefined };
};

export const Composer = (props: Props) => {
  const { field, text, onText, onSay, onStop, isUnderWay, modelId, models, blocked, list } = props;
  const { t } = useTranslation('conversation');
  const estimate = useEstimate(text, modelId, models);
  const isEmpty = text.trim() === '';
  const submit = () => {
    const isTaken = !isUnderWay || props.whileUnderWay !== undefined;
    if (!isEmpty && isTaken && blocked === undefined) onSay(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (props.onKey?.(event) === true) return;
    // Enter also ends the composing of a character; that is not sending.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-1.5"
    >
      {props.above}
      <div className="flex flex-wrap items-end justify-end gap-2 rounded-lg border border-line-strong/80 bg-raised p-2 shadow-low focus-within:border-accent">
        <textarea
          ref={field}
          id={props.id}
          dir="auto"
          rows={2}
          aria-label={t('composer.label')}
          aria-describedby="composer-hint"
          {...(list === undefined
            ? {}
            : {
                'aria-haspopup': 'listbox' as const,
                'aria-controls': list.id,
                'aria-activedescendant': list.option,
                'aria-autocomplete': 'list' as const,
              })}
          placeholder={props.placeholder ?? t('composer.placeholder')}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          onSelect={props.onSelect}
          className="field-sizing-content max-h-48 min-h-12 min-w-0 flex-1 basis-48 resize-none bg-transparent px-1.5 py-1 text-base outline-none placeholder:text-faint"
        />
        {isUnderWay ? (
          <>
            {props.whileUnderWay}
            <Button tone="danger" icon={<Square size={13} fill="currentColor" />} onClick={onStop}>
              {t('composer.stop')}
            </Button>
          </>
        ) : (
          <Button tone="primary" type="submit" icon={<ArrowUp size={15} />} disabled={isEmpty || blocked !== undefined}>
            {t('composer.send')}
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 text-faint text-xs">
        {props.tools}
        <p id="composer-hint" className="flex flex-1 flex-wrap justify-between gap-x-4">
          <span className={blocked === undefined ? 'hidden @2xl:inline' : 'text-draft-text'}>
            {blocked ?? props.hint ?? t('composer.hint')}
          </span>
          <span className="tabular-nums">{estimate}</span>
        </p>
      </div>
    </form>
  );
};

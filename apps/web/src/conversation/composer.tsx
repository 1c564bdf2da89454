import type { ModelsView } from '@atelier/contracts';
import { ArrowUp, Square } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
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
};

export const Composer = ({ field, text, onText, onSay, onStop, isUnderWay, modelId, models }: Props) => {
  const { t } = useTranslation('conversation');
  const estimate = useEstimate(text, modelId, models);
  const isEmpty = text.trim() === '';
  const submit = () => {
    if (!isEmpty && !isUnderWay) onSay(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
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
      <div className="flex items-end gap-2 rounded-lg border border-line-strong/80 bg-raised p-2 shadow-low focus-within:border-accent">
        <textarea
          ref={field}
          dir="auto"
          rows={2}
          aria-label={t('composer.label')}
          aria-describedby="composer-hint"
          placeholder={t('composer.placeholder')}
          value={text}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-48 min-h-12 w-full min-w-0 resize-none bg-transparent px-1.5 py-1 text-base outline-none placeholder:text-faint"
        />
        {isUnderWay ? (
          <Button tone="danger" icon={<Square size={13} fill="currentColor" />} onClick={onStop}>
            {t('composer.stop')}
          </Button>
        ) : (
          <Button tone="primary" type="submit" icon={<ArrowUp size={15} />} disabled={isEmpty}>
            {t('composer.send')}
          </Button>
        )}
      </div>
      <p id="composer-hint" className="flex flex-wrap justify-between gap-x-4 text-faint text-xs">
        <span className="hidden @2xl:inline">{t('composer.hint')}</span>
        <span className="tabular-nums">{estimate}</span>
      </p>
    </form>
  );
};

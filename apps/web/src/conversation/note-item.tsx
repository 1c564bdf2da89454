import type { ConversationItem, ModelRow } from '@atelier/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../i18n/use-refusal-text.ts';
import { useNames } from '../models/names.ts';
import { classNames } from '../ui/class-names.ts';

type Note = Extract<ConversationItem, { kind: 'note' }>;
type Props = { readonly item: Note; readonly models: readonly ModelRow[] };

/** A line between messages: what happened to the run itself. */
export const NoteItem = memo(({ item: { note, because, detail }, models }: Props) => {
  const { t } = useTranslation('conversation');
  const { modelName } = useNames();
  const refusalText = useRefusalText('conversation');
  const words =
    because !== null && note !== 'canceled'
      ? refusalText({ ...because, retry: { kind: 'not_retryable' } })
      : t(`note.${note}`, {
          model: detail === null ? '' : modelName(detail, models),
          tool: detail ?? '',
        });
  return (
    <p
      dir="auto"
      className={classNames(
        'flex items-center gap-3 text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line',
        note === 'failed' ? 'text-danger-text' : 'text-faint',
      )}
    >
      <span className="max-w-[80%] text-center">{words}</span>
    </p>
  );
});

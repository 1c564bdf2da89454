import type { ConversationItem, ConversationRun, ModelRow } from '@atelier/contracts';
import { readAskNote } from '@atelier/models/view';
import { useTranslation } from 'react-i18next';
import { useNames } from '../models/names.ts';
import { blocksOf } from '../ui/markdown-blocks.ts';
import { type Spoken, spokenText } from './spoken-text.ts';
import { useHeard } from './talk.ts';

type Props = {
  readonly items: readonly ConversationItem[];
  readonly run: ConversationRun | null;
  readonly models: readonly ModelRow[];
};

/** For ears: each change of state once, and streamed text a whole paragraph at a time, never a token. */
export const Announcer = ({ items, run, models }: Props) => {
  const { t } = useTranslation('conversation');
  const { modelName } = useNames();
  const last = items.findLast((item) => item.kind === 'assistant');
  return (
    <>
      <p role="status" className="sr-only">
        {run === null
          ? last !== undefined && t('said.done')
          : run.state === 'running'
            ? t('said.working', { model: modelName(run.modelId, models) })
            : t(`said.${run.state}`)}
      </p>
      <p aria-live="polite" className="sr-only">
        {last?.kind === 'assistant' && <LastWords item={last} />}
      </p>
    </>
  );
};

/** The last paragraph that is whole. */
const LastWords = ({ item }: { readonly item: Spoken }) => {
  const blocks = blocksOf(readAskNote(spokenText(item, useHeard(item.id))).text);
  return item.state === 'streaming' ? blocks.at(-2) : blocks.at(-1);
};

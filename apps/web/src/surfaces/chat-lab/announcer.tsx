import type { ChatItem, ChatRun, LiveDeltas, ModelRow } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { useNames } from '../../models/names.ts';
import { blocksOf } from '../../ui/half-open.ts';
import { shownText } from './shown-text.ts';

type Props = {
  readonly items: readonly ChatItem[];
  readonly live: LiveDeltas;
  readonly run: ChatRun | null;
  readonly models: readonly ModelRow[];
};

/** For ears: each change of state once, and streamed text a whole paragraph at a time, never a token. */
export const Announcer = ({ items, live, run, models }: Props) => {
  const { t } = useTranslation('chatLab');
  const { modelName } = useNames();
  const last = items.findLast((item) => item.kind === 'assistant');
  const spoken = last?.kind === 'assistant' ? blocksOf(shownText(last, live)) : [];
  const isSpeaking = last?.kind === 'assistant' && last.state === 'streaming';
  const whole = isSpeaking ? spoken.at(-2) : spoken.at(-1);
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
        {whole ?? ''}
      </p>
    </>
  );
};

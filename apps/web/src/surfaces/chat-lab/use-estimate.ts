import type { ModelsView, ValueOf } from '@atelier/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../client/atelier-context.ts';
import { formatMoney } from '../../i18n/format.ts';
import { modelRow } from './use-chat.ts';

/** Asked when the typing rests. */
const restMs = 350;

/** What the message would cost, in words; it is asked of the server, which knows the whole conversation. */
export const useEstimate = (text: string, modelId: string | undefined, models: ModelsView): string => {
  const { t, i18n } = useTranslation('chatLab');
  const { commands } = useAtelier();
  const [answer, setAnswer] = useState<ValueOf<'ChatLabEstimate'>>();
  const price = modelRow(models, modelId)?.price;
  const isFree = price !== undefined && price !== null && price.input === 0 && price.output === 0;
  const isAsked = !isFree && text.trim() !== '' && modelId !== undefined;

  useEffect(() => {
    setAnswer(undefined);
    if (!isAsked) return;
    const giveUp = new AbortController();
    const timer = setTimeout(() => {
      commands
        .ChatLabEstimate({ text, modelId }, { signal: giveUp.signal })
        .then((reply) => {
          if (reply.ok && !giveUp.signal.aborted) setAnswer(reply.value);
        })
        .catch(console.error);
    }, restMs);
    return () => {
      clearTimeout(timer);
      giveUp.abort();
    };
  }, [commands, isAsked, text, modelId]);

  const money = (micros: number) => formatMoney(micros, i18n.language);
  if (isFree) return t('composer.free');
  if (answer === undefined) return '';
  if (answer.estimate === null) return t('composer.noPrice');
  const { least, most } = answer.estimate;
  return t('composer.estimate', { least: money(least), most: money(most) });
};

import type { ModelsView } from '@atelier/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../i18n/format.ts';
import { modelRow, useTalk } from './talk.ts';

/** Asked when the typing rests. */
const restMs = 350;

/** What the message would cost, in words; it is asked of the server, which knows the whole conversation. */
export const useEstimate = (text: string, modelId: string | undefined, models: ModelsView): string => {
  const { t, i18n } = useTranslation('conversation');
  const { estimate } = useTalk();
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof estimate>>>();
  const price = modelRow(models, modelId)?.price;
  const isFree = price !== undefined && price !== null && price.input === 0 && price.output === 0;
  const isAsked = !isFree && text.trim() !== '' && modelId !== undefined;

  useEffect(() => {
    setAnswer(undefined);
    if (!isAsked) return;
    const giveUp = new AbortController();
    const timer = setTimeout(() => {
      estimate(text, modelId, giveUp.signal)
        .then((found) => {
          if (!giveUp.signal.aborted) setAnswer(found);
        })
        .catch(console.error);
    }, restMs);
    return () => {
      clearTimeout(timer);
      giveUp.abort();
    };
  }, [estimate, isAsked, text, modelId]);

  const money = (micros: number) => formatMoney(micros, i18n.language);
  if (isFree) return t('composer.free');
  if (answer === undefined) return '';
  if (answer === null) return t('composer.noPrice');
  const { least, most } = answer;
  return t('composer.estimate', { least: money(least), most: money(most) });
};

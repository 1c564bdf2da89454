import type { Conversation } from '@atelier/contracts';
import { Coins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatMoney } from '../i18n/format.ts';

/** What a conversation has cost so far, and what the call under way may still cost. */
export const CostMeter = ({ view: { meter, run } }: { readonly view: Conversation }) => {
  const { t, i18n } = useTranslation('conversation');
  const money = (micros: number) => formatMoney(micros, i18n.language);
  const isNothing = meter.tokensIn === 0 && meter.tokensOut === 0 && meter.spent === 0;
  const estimate = run?.state === 'running' ? run.meter.estimate : null;
  return (
    <p className="flex items-center gap-2 text-muted text-sm tabular-nums">
      <span className="sr-only">{t('meter.label')}</span>
      <Coins size={14} aria-hidden="true" className="text-faint" />
      <span>
        {isNothing ? t('meter.none') : money(meter.spent)}
        {estimate !== null && estimate > 0 && (
          <span className="text-faint"> {t('meter.upTo', { amount: money(estimate) })}</span>
        )}
      </span>
      {!isNothing && (
        <span className="hidden text-faint @3xl:inline">
          {t('meter.tokens', {
            input: formatCount(meter.tokensIn, i18n.language),
            output: formatCount(meter.tokensOut, i18n.language),
          })}
        </span>
      )}
      {meter.unpriced > 0 && <span className="text-draft-text">{t('meter.unpriced', { count: meter.unpriced })}</span>}
    </p>
  );
};

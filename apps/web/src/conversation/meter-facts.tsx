import type { ConversationMeter } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { formatCount, formatMoney } from '../i18n/format.ts';

/** What something took, in words: tokens each way, how many of them a provider had kept, and the price. */
export const useMeterFacts = () => {
  const { t, i18n } = useTranslation('conversation');
  const count = (tokens: number) => formatCount(tokens, i18n.language);
  return ({ spent, unpriced, tokensIn, tokensCached, tokensOut }: ConversationMeter): readonly string[] => [
    ...(tokensIn + tokensOut === 0 ? [] : [t('meter.tokens', { input: count(tokensIn), output: count(tokensOut) })]),
    ...(tokensCached === 0 ? [] : [t('meter.cached', { cached: count(tokensCached) })]),
    ...(spent === 0 ? [] : [formatMoney(spent, i18n.language)]),
    ...(unpriced === 0 ? [] : [t('meter.unpriced', { count: unpriced })]),
  ];
};

/** Beside an answer: what it cost, or what it took where that cost nothing or has no price. */
export const AnswerMeter = ({ meter }: { readonly meter: ConversationMeter }) => {
  const { t, i18n } = useTranslation('conversation');
  const facts = useMeterFacts()(meter);
  const tokens = meter.tokensIn + meter.tokensOut;
  return (
    <span title={facts.join(' · ')} className="tabular-nums">
      <span className="sr-only">{t('meter.answer')} </span>
      {meter.spent > 0
        ? formatMoney(meter.spent, i18n.language)
        : t('meter.total', { count: tokens, formatted: formatCount(tokens, i18n.language) })}
    </span>
  );
};

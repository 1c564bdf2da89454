import type { MadeBy } from '@atelier/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatMoney } from '../../../i18n/format.ts';
import { useNames } from '../../../models/names.ts';
import { useBench } from '../bench/bench-context.ts';

/** When a state of the files was made, by whom, at what cost, and the message behind it. */
export const MadeByLine = ({ lead, made }: { readonly lead: string; readonly made: MadeBy }) => {
  const { t, i18n } = useTranslation('workshop');
  const { workbenchId, models } = useBench();
  const { modelName } = useNames();
  const { at, by, because, messageId, modelId, cost } = made;
  const who =
    modelId !== null
      ? modelName(modelId, models.models)
      : by.kind === 'client'
        ? by.name
        : t(by.kind === 'user' ? 'past.by.user' : 'past.by.engine');
  return (
    <p className="text-muted text-sm">
      <span className="font-medium text-text">{lead}</span> <time dateTime={at}>{formatMoment(at, i18n.language)}</time>
      {' · '}
      {t(`past.because.${because}`)}
      {' · '}
      <bdi>{who}</bdi>
      {cost !== null && cost > 0 && <> · {formatMoney(cost, i18n.language)}</>}
      {messageId !== null && (
        <>
          {' · '}
          <Link
            to="/workshop/$workbenchId"
            params={{ workbenchId } as never}
            search={{ message: messageId } as never}
            className="whitespace-nowrap rounded-sm text-accent-text underline decoration-1 underline-offset-3 hover:no-underline"
          >
            {t('past.toMessage')}
          </Link>
        </>
      )}
    </p>
  );
};

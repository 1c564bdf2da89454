import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { agoText } from './ago.ts';
import { useNow } from './use-now.ts';

/** How long ago, for reading; the moment itself, for pointing at. */
export const Ago = ({ at }: { readonly at: string }) => {
  const { i18n } = useTranslation('workrail');
  const now = useNow();
  return (
    <time dateTime={at} title={formatMoment(at, i18n.language)} className="whitespace-nowrap">
      {agoText(at, now, i18n.language)}
    </time>
  );
};

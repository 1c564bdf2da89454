import { useTranslation } from 'react-i18next';

/** In place of a part that could not be had: this version has none, or it cannot be read. */
export const Unreadable = ({ missing }: { readonly missing: string | undefined }) => {
  const { t } = useTranslation('workshop');
  return missing === undefined ? (
    <p className="text-danger-text">{t('viewer.failed')}</p>
  ) : (
    <p className="py-2 text-muted">{missing}</p>
  );
};

import { useTranslation } from 'react-i18next';

/** Whoever did something. An installation of one person knows them only as the local one. */
export const Person = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation('studio');
  return <bdi>{id === 'local' ? t('records.owner') : id}</bdi>;
};

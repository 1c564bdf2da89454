import { useTranslation } from 'react-i18next';

/** Whoever did something. Until people have names here, the first one is the owner. */
export const Person = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation('studio');
  return <bdi>{id === 'owner' ? t('records.owner') : id}</bdi>;
};

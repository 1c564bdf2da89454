import { useTranslation } from 'react-i18next';
import { usePeople, usePersonName } from '../../../people/use-people.ts';

/** Whoever did something, by name; somebody without one reads "You" of what they did themselves. */
export const Person = ({ id }: { readonly id: string }) => {
  const { t } = useTranslation('shell');
  const nameOf = usePersonName();
  const known = usePeople();
  const hasName = known?.people.some(({ userId, name }) => userId === id && name !== null);
  return <bdi>{known?.me.userId === id && !hasName ? t('people.you') : nameOf(id)}</bdi>;
};

import { ownerId } from '@atelier/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../client/atelier-context.ts';

export const peopleKey = ['PeopleGet'];

/** Everybody in this installation, and who sits here. */
export const usePeople = () => {
  const { commands } = useAtelier();
  const { data } = useQuery({ queryKey: peopleKey, queryFn: () => commands.PeopleGet({}), staleTime: 30_000 });
  return data?.ok ? data.value : undefined;
};

/** Somebody who may look at everything in this installation and change nothing. */
export const useIsViewer = (): boolean => usePeople()?.me.role === 'viewer';

/** What to call somebody: their name, or a word for whoever has none. */
export const usePersonName = (): ((userId: string) => string) => {
  const { t } = useTranslation('shell');
  const known = usePeople();
  return (userId) => {
    const person = known?.people.find((each) => each.userId === userId);
    if (person?.name) return person.name;
    if (person?.state === 'forgotten') return t('people.forgotten');
    return userId === ownerId ? t('people.owner') : t('people.unknown');
  };
};

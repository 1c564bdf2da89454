import { ownerId } from '@atelier/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { usePeople, usePersonName } from '../../../people/use-people.ts';
import type { ProjectStore } from '../project-store.ts';

/** What to call whoever a task is given to: a person of this installation, or a name that somebody typed. */
export const useAssigneeName = (): ((id: string) => string) => {
  const nameOf = usePersonName();
  const known = usePeople();
  return (id) => (id === ownerId || known?.people.some(({ userId }) => userId === id) ? nameOf(id) : id);
};

export type Assignees = {
  readonly nameOf: (id: string) => string;
  /** Who can be given a task: those in the project, and the admins, who can open every one. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** The person of that name; a name of nobody here stays as it was typed. */
  readonly idOf: (typed: string) => string;
};

export const useAssignees = ({ projectId }: ProjectStore): Assignees => {
  const { commands } = useAtelier();
  const { i18n } = useTranslation();
  const known = usePeople();
  const nameOf = useAssigneeName();
  const { data } = useQuery({
    queryKey: ['StudioMembersGet', projectId],
    queryFn: () => commands.StudioMembersGet({ projectId }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const members = data?.ok ? data.value.members.map(({ userId }) => userId) : [];
  const admins = known?.people.flatMap(({ userId, role, state }) =>
    role === 'admin' && state === 'active' ? [userId] : [],
  );
  const choices = [...new Set([...members, ...(admins ?? [])])]
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((a, b) => a.label.localeCompare(b.label, i18n.language));
  return {
    nameOf,
    choices,
    idOf: (typed) => {
      const name = typed.trim();
      return (
        choices.find(({ label }) => label.localeCompare(name, i18n.language, { sensitivity: 'base' }) === 0)?.value ??
        name
      );
    },
  };
};

import { ProjectRole } from '@atelier/contracts/studio';
import { useTranslation } from 'react-i18next';
import type { Option } from '../../../ui/select.tsx';

/** The roles of a project, each with what it allows. */
export const useRoleChoices = (): readonly Option<ProjectRole>[] => {
  const { t } = useTranslation('studio');
  return ProjectRole.options.map((role) => ({
    value: role,
    label: t(`members.roles.${role}`),
    note: t(`members.notes.${role}`),
  }));
};

import { Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePeople } from '../../../people/use-people.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ProjectStore } from '../project-store.ts';
import { HereStrip } from './here-strip.tsx';
import { MembersDialog } from './members-dialog.tsx';

/** Who is here now, and who may be. Whoever works alone sees none of it. */
export const ProjectPeople = ({ project }: { readonly project: ProjectStore }) => {
  const { t } = useTranslation('studio');
  const known = usePeople();
  const [isOpen, setOpen] = useState(false);
  if (known === undefined || !known.isTeam) return null;
  return (
    <>
      <HereStrip project={project} me={known.me.userId} />
      <IconButton label={t('members.open')} icon={<Users size={15} />} onClick={() => setOpen(true)} />
      {isOpen && <MembersDialog project={project} known={known} onClose={() => setOpen(false)} />}
    </>
  );
};

import type { PersonView } from '@atelier/contracts';
import type { ProjectRole } from '@atelier/contracts/studio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { usePersonName } from '../../../people/use-people.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { useRoleChoices } from './use-role-choices.ts';

type Props = { readonly projectId: string; readonly people: readonly PersonView[] };

/** Lets in somebody who is in this installation already. */
export const AddMember = ({ projectId, people }: Props) => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const nameOf = usePersonName();
  const send = useSend();
  const choices = useRoleChoices();
  const [chosen, setChosen] = useState<string>();
  const [role, setRole] = useState<ProjectRole>('editor');
  const [busy, setBusy] = useState(false);
  const userId = people.find((person) => person.userId === chosen)?.userId ?? people[0]?.userId ?? '';
  const add = async () => {
    setBusy(true);
    await send(commands.StudioMemberSet({ projectId, userId, role }));
    setBusy(false);
  };
  return (
    <fieldset className="flex flex-wrap items-center gap-2 border-line border-t pt-4">
      <legend className="sr-only">{t('members.add')}</legend>
      <Select
        label={t('members.person')}
        className="min-w-32 flex-1"
        value={userId}
        options={people.map((person) => ({ value: person.userId, label: nameOf(person.userId) }))}
        onChange={setChosen}
      />
      <Select label={t('members.role')} className="min-w-28" value={role} options={choices} onChange={setRole} />
      <Button tone="primary" busy={busy} onClick={() => void add()}>
        {t('members.add')}
      </Button>
    </fieldset>
  );
};

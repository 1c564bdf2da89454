import type { ValueOf } from '@atelier/contracts';
import type { ProjectRole } from '@atelier/contracts/studio';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useProjection } from '../../../client/use-projection.ts';
import { useSend } from '../../../client/use-send.ts';
import { usePersonName } from '../../../people/use-people.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import type { ProjectStore } from '../project-store.ts';
import { useProjectView } from '../use-project.ts';
import { AddMember } from './add-member.tsx';
import { useRoleChoices } from './use-role-choices.ts';

type Props = {
  readonly project: ProjectStore;
  readonly known: ValueOf<'PeopleGet'>;
  readonly onClose: () => void;
};

/** Who is in the project. An owner adds, changes and removes; everybody else looks, and may leave. */
export const MembersDialog = ({ project, known, onClose }: Props) => {
  const { t } = useTranslation(['studio', 'shell']);
  const { commands } = useAtelier();
  const { projectId } = project;
  const isOwner = useProjectView(project).role === 'owner';
  const state = useProjection(project.state);
  // Another owner may change the list meanwhile: it is asked for again whenever the project moves.
  const { data } = useQuery({
    queryKey: ['StudioMembersGet', projectId, state.phase === 'ready' ? state.seq : 0],
    queryFn: () => commands.StudioMembersGet({ projectId }),
    placeholderData: keepPreviousData,
  });
  const members = data?.ok ? data.value.members : undefined;
  const { me, people } = known;
  const others = people.filter(
    ({ userId, state }) => state === 'active' && !members?.some((member) => member.userId === userId),
  );
  return (
    <Dialog open onOpenChange={onClose} title={t('members.title')} description={t('members.detail')}>
      <div className="flex flex-col gap-4 pb-4">
        {members === undefined ? (
          <SkeletonLines lines={3} />
        ) : (
          <ul aria-label={t('members.list')} className="divide-y divide-line rounded-md border border-line">
            {members.map((member) => (
              <MemberRow
                key={member.userId}
                projectId={projectId}
                member={member}
                isMe={member.userId === me.userId}
                isOwner={isOwner}
                onLeft={onClose}
              />
            ))}
          </ul>
        )}
        <p className="text-muted text-sm">{t('members.admins')}</p>
        {isOwner && members !== undefined && others.length > 0 && <AddMember projectId={projectId} people={others} />}
        {isOwner && members !== undefined && others.length === 0 && (
          <p className="text-muted text-sm">
            {t('members.nobodyLeft')}{' '}
            {me.role === 'admin' && (
              <Link to={'/settings/people' as never} className="text-accent-text underline">
                {t('members.invite')}
              </Link>
            )}
          </p>
        )}
      </div>
    </Dialog>
  );
};

type RowProps = {
  readonly projectId: string;
  readonly member: { readonly userId: string; readonly role: ProjectRole };
  readonly isMe: boolean;
  readonly isOwner: boolean;
  readonly onLeft: () => void;
};

const MemberRow = ({ projectId, member: { userId, role }, isMe, isOwner, onLeft }: RowProps) => {
  const { t } = useTranslation('studio');
  const { commands } = useAtelier();
  const name = usePersonName()(userId);
  const choices = useRoleChoices();
  const send = useSend();
  const goTo = useNavigate();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const done = await send(commands.StudioMemberRemove({ projectId, userId }));
    setBusy(false);
    if (done === undefined || !isMe) return;
    onLeft();
    await goTo({ to: '/studio' });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <p className="flex min-w-0 flex-1 basis-44 items-center gap-2">
        <bdi className="truncate">{name}</bdi>
        {isMe && <Badge>{t('members.me')}</Badge>}
      </p>
      <div className="flex items-center gap-2">
        {isOwner ? (
          <Select
            label={t('members.roleOf', { name })}
            className="min-w-28"
            value={role}
            options={choices}
            onChange={(next) => void send(commands.StudioMemberSet({ projectId, userId, role: next }))}
          />
        ) : (
          <Badge>{t(`members.roles.${role}`)}</Badge>
        )}
        {(isOwner || isMe) && (
          <Button
            size="sm"
            busy={busy}
            aria-label={isMe ? t('members.leave') : t('members.removeNamed', { name })}
            onClick={() => void remove()}
          >
            {t(isMe ? 'members.leave' : 'members.remove')}
          </Button>
        )}
      </div>
    </li>
  );
};

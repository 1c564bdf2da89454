import { projectFilePath, type StudioEventOf, type WorkspaceView } from '@atelier/contracts/studio';
import { Link } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  CalendarDays,
  Copy,
  Ellipsis,
  FileDown,
  LayoutTemplate,
  PencilLine,
  Power,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { formatDate } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { save } from '../save.ts';
import { Shown, useShownText } from '../shown-text.tsx';
import { CloneProjectDialog } from './clone-project-dialog.tsx';
import { RenameProjectDialog } from './rename-project-dialog.tsx';

/** One project in the list: whose it is, when, and how far it has come. */
export const ProjectTile = ({ card }: { readonly card: WorkspaceView['projects'][number] }) => {
  const { t, i18n } = useTranslation('studio');
  const { commands } = useAtelier();
  const send = useSend();
  const shown = useShownText();
  const [asked, setAsked] = useState<'rename' | 'clone'>();
  const { projectId, title, clientName, eventDate, stage, isArchived, isTemplate, isDemo, isStudioOff, unread } = card;
  const set = (change: Pick<StudioEventOf<'setProjectSettings'>, 'isArchived' | 'isTemplate' | 'studioTabV1'>) =>
    void send(
      commands.RunStudioTurn({
        projectId,
        idempotencyKey: crypto.randomUUID(),
        event: { type: 'setProjectSettings', ...change },
      }),
    );
  const close = () => setAsked(undefined);
  return (
    <li className="relative flex">
      <Link
        to="/projects/$projectId/studio"
        params={{ projectId } as never}
        className="flex min-w-0 flex-1 flex-col gap-2 rounded-lg border border-line bg-raised p-4 pe-11 shadow-low transition-[border-color,box-shadow] duration-150 hover:border-line-strong hover:shadow-mid"
      >
        <span className="line-clamp-2 font-semibold text-base">
          <Shown text={title} />
        </span>
        <span className="text-muted text-sm">
          <bdi>{clientName}</bdi>
        </span>
        <span className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1.5 text-faint text-sm">
          {eventDate !== undefined && (
            <span className="inline-flex items-center gap-1.5">
              <CalendarDays size={13} aria-hidden="true" />
              <time dateTime={eventDate}>{formatDate(eventDate, i18n.language)}</time>
            </span>
          )}
          <Badge tone="accent">{t(`stage.${stage}`)}</Badge>
          {unread !== undefined && <Badge tone="draft">{t('news.onTile', { count: unread })}</Badge>}
          {isDemo === true && <Badge>{t('projects.isDemo')}</Badge>}
          {isTemplate && <Badge>{t('projects.isTemplate')}</Badge>}
          {isStudioOff === true && <Badge tone="draft">{t('projects.isStudioOff')}</Badge>}
        </span>
      </Link>
      <div className="absolute end-2 top-2">
        <Menu
          trigger={
            <IconButton
              label={t('projects.more', { title: shown(title) })}
              tooltip={false}
              icon={<Ellipsis size={16} />}
            />
          }
          items={[
            {
              id: 'clone',
              label: t(isTemplate ? 'projects.fromTemplate' : 'projects.cloneMenu'),
              icon: <Copy size={14} />,
              onSelect: () => setAsked('clone'),
            },
            {
              id: 'rename',
              label: t('projects.renameMenu'),
              icon: <PencilLine size={14} />,
              onSelect: () => setAsked('rename'),
            },
            {
              id: 'template',
              label: t(isTemplate ? 'projects.unTemplate' : 'projects.toTemplate'),
              icon: <LayoutTemplate size={14} />,
              onSelect: () => set({ isTemplate: !isTemplate }),
            },
            {
              id: 'export',
              label: t('projects.export'),
              icon: <FileDown size={14} />,
              onSelect: () => save(projectFilePath(projectId)),
            },
            { kind: 'divider', id: 'line' },
            ...(isStudioOff === true
              ? [
                  {
                    id: 'studio',
                    label: t('projects.studioOn'),
                    icon: <Power size={14} />,
                    onSelect: () => set({ studioTabV1: true }),
                  },
                ]
              : []),
            {
              id: 'archive',
              label: t(isArchived ? 'projects.unarchive' : 'projects.archive'),
              icon: isArchived ? <ArchiveRestore size={14} /> : <Archive size={14} />,
              onSelect: () => set({ isArchived: !isArchived }),
            },
          ]}
        />
      </div>
      {asked === 'clone' && <CloneProjectDialog card={card} onClose={close} />}
      {asked === 'rename' && <RenameProjectDialog card={card} onClose={close} />}
    </li>
  );
};

import type { WorkbenchCard } from '@atelier/contracts';
import { Link } from '@tanstack/react-router';
import { Copy, Ellipsis, FileText, PencilLine, SquarePen, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { CloneDialog } from './clone-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

/** One Workbench on Home: what it is called, when it changed, what waits in it. */
export const BenchTile = ({ card }: { readonly card: WorkbenchCard }) => {
  const { t, i18n } = useTranslation('workshop');
  const [asked, setAsked] = useState<'rename' | 'clone' | 'delete'>();
  const close = () => setAsked(undefined);
  const { workbenchId, name, updatedAt, files, hasDraft, state, waitsFor, isDamaged } = card;
  return (
    <li className="relative flex">
      <Link
        to="/workshop/$workbenchId"
        params={{ workbenchId } as never}
        className="flex min-w-0 flex-1 flex-col gap-2 rounded-lg border border-line bg-raised p-4 pe-11 shadow-low transition-[border-color,box-shadow] duration-150 hover:border-line-strong hover:shadow-mid"
      >
        <span className="line-clamp-2 font-semibold text-base">
          <bdi>{name}</bdi>
        </span>
        <span className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1.5 text-faint text-sm">
          <span className="inline-flex items-center gap-1.5">
            <FileText size={13} aria-hidden="true" />
            {t('home.files', { count: files })}
          </span>
          <time dateTime={updatedAt} className="tabular-nums">
            {formatMoment(updatedAt, i18n.language)}
          </time>
        </span>
        {(hasDraft || state === 'running' || waitsFor !== null || isDamaged) && (
          <span className="flex flex-wrap items-center gap-1.5">
            {state === 'running' && (
              <Badge tone="accent" icon={<Spinner size={11} />}>
                {t('home.running')}
              </Badge>
            )}
            {waitsFor !== null && waitsFor !== 'draft' && (
              <Badge tone="danger" dot>
                {t(`home.waits.${waitsFor}`)}
              </Badge>
            )}
            {hasDraft && (
              <Badge tone="draft" icon={<SquarePen size={11} aria-hidden="true" />}>
                {t('home.draft')}
              </Badge>
            )}
            {isDamaged && (
              <Badge tone="danger" icon={<TriangleAlert size={11} aria-hidden="true" />}>
                {t('home.damaged')}
              </Badge>
            )}
          </span>
        )}
      </Link>
      <div className="absolute end-2 top-2">
        <Menu
          trigger={<IconButton label={t('home.more', { name })} tooltip={false} icon={<Ellipsis size={16} />} />}
          items={[
            {
              id: 'rename',
              label: t('home.rename'),
              icon: <PencilLine size={14} />,
              onSelect: () => setAsked('rename'),
            },
            { id: 'clone', label: t('home.clone'), icon: <Copy size={14} />, onSelect: () => setAsked('clone') },
            { kind: 'divider', id: 'line' },
            {
              id: 'delete',
              label: t('home.delete'),
              icon: <Trash2 size={14} />,
              danger: true,
              onSelect: () => setAsked('delete'),
            },
          ]}
        />
      </div>
      {asked === 'rename' && <RenameDialog card={card} onClose={close} />}
      {asked === 'clone' && <CloneDialog card={card} onClose={close} />}
      {asked === 'delete' && <DeleteDialog card={card} onClose={close} />}
    </li>
  );
};

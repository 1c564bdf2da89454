import { type WorkbenchFile, workbenchFilesPath } from '@atelier/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { AtSign, Download, Ellipsis, Eye, Lock, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { nameInText } from '../../../ui/split-name.ts';
import { toastWithUndo } from '../../../ui/toast-store.ts';
import { FileIcon } from '../../../ui/tree/file-icon.tsx';
import { useBench } from '../bench/bench-context.ts';
import { useLocked } from './use-locked.ts';

type Props = { readonly file: WorkbenchFile; readonly onMention: () => void; readonly onGone?: () => void };

/** One file: its name first, then what is special about it; a click shows it, a menu has the rest. */
export const FileRow = ({ file: { path, access, change }, onMention, onGone }: Props) => {
  const { t } = useTranslation('workshop');
  const { workbenchId, acts } = useBench();
  const navigate = useNavigate();
  const locked = useLocked();
  const name = nameInText(path);
  const params = { workbenchId, path } as never;
  const remove = async () => {
    const done = await acts.removeFiles([path]);
    if (done === undefined) return;
    const undo = () => void acts.undoRemove(done.checkpointId, [path]);
    toastWithUndo(t('files.removed', { name }), { label: t('review.undo'), run: undo });
  };
  const download = () => {
    const link = document.createElement('a');
    link.href = workbenchFilesPath(workbenchId, path);
    link.download = path;
    link.click();
  };
  return (
    <li className="group relative flex items-center rounded-sm hover:bg-hover has-[[aria-current=page]]:bg-accent-soft">
      <Link
        to="/workshop/$workbenchId/view/$path"
        params={params}
        {...(onGone === undefined ? {} : { onClick: onGone })}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm py-1.5 ps-2 pe-9"
      >
        <span className="shrink-0">
          <FileIcon name={path} />
        </span>
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-sm" title={path}>
            <FileName name={path} />
          </span>
          {access === 'read_only' && (
            <span title={t('files.badge.readOnly')} className="shrink-0 text-faint">
              <Lock size={12} aria-hidden="true" />
              <span className="sr-only">{t('files.badge.readOnly')}</span>
            </span>
          )}
          {change !== null && (
            <Badge tone={change === 'added' ? 'published' : 'draft'}>{t(`files.badge.${change}`)}</Badge>
          )}
          {access === 'opaque' && (
            <span title={t('files.opaqueDetail')}>
              <Badge>{t('files.badge.opaque')}</Badge>
            </span>
          )}
        </span>
      </Link>
      <div className="absolute end-1 top-1/2 -translate-y-1/2">
        <Menu
          trigger={
            <IconButton
              label={t('files.more', { name })}
              tooltip={false}
              icon={<Ellipsis size={15} />}
              className="size-7 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:opacity-100"
            />
          }
          items={[
            {
              id: 'open',
              label: t('files.open', { name }),
              icon: <Eye size={14} />,
              onSelect: () => {
                navigate({ to: '/workshop/$workbenchId/view/$path', params }).catch(console.error);
                onGone?.();
              },
            },
            { id: 'mention', label: t('files.mention', { name }), icon: <AtSign size={14} />, onSelect: onMention },
            { id: 'download', label: t('files.download', { name }), icon: <Download size={14} />, onSelect: download },
            { kind: 'divider', id: 'line' },
            {
              id: 'remove',
              label: t('files.remove', { name }),
              icon: <Trash2 size={14} />,
              danger: true,
              disabled: locked !== undefined,
              onSelect: () => void remove(),
            },
          ]}
        />
      </div>
    </li>
  );
};

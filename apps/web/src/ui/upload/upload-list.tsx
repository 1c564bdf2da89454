import { CircleCheck, CircleX, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../client/use-projection.ts';
import { formatBytes } from '../../i18n/format.ts';
import { useRefusalText } from '../../i18n/use-refusal-text.ts';
import { Button } from '../button.tsx';
import { FileName } from '../file-name.tsx';
import { IconButton } from '../icon-button.tsx';
import { Progress } from '../progress.tsx';
import { nameInText } from '../split-name.ts';
import type { Upload, Uploads } from './uploads.ts';

/** Files on their way, each with its progress; what failed says why and can be sent again. */
export const UploadList = ({ uploads }: { readonly uploads: Uploads }) => {
  const { t } = useTranslation('parts');
  const all = useProjection(uploads);
  if (all.length === 0) return null;
  const count = (state: Upload['state']) => all.filter((upload) => upload.state === state).length;
  const failed = count('failed');
  return (
    <section aria-label={t('upload.label')} className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-muted text-sm">
          {t('upload.done', { done: count('done'), total: all.length })}
          {failed > 0 && ` · ${t('upload.failed', { count: failed })}`}
        </p>
        {count('done') > 0 && (
          <Button size="sm" tone="quiet" onClick={uploads.clear}>
            {t('upload.clear')}
          </Button>
        )}
      </div>
      <ul className="flex flex-col">
        {all.map((upload) => (
          <UploadItem key={upload.id} upload={upload} uploads={uploads} />
        ))}
      </ul>
    </section>
  );
};

const UploadItem = ({ upload, uploads }: { readonly upload: Upload; readonly uploads: Uploads }) => {
  const { t, i18n } = useTranslation('parts');
  const refusalText = useRefusalText();
  const { id, path, size, sent, state, error } = upload;
  const name = nameInText(path);
  const isOpen = state === 'waiting' || state === 'sending';
  return (
    <li className="flex flex-col gap-1 border-line border-b py-2 last:border-b-0">
      <div className="flex items-center gap-2">
        {state === 'done' && <CircleCheck size={14} aria-hidden="true" className="shrink-0 text-published-text" />}
        {state === 'failed' && <CircleX size={14} aria-hidden="true" className="shrink-0 text-danger-text" />}
        <span className="min-w-0 flex-1 truncate" title={path}>
          <FileName name={path} />
        </span>
        <span className="text-faint text-xs tabular-nums">
          {isOpen || state === 'done' ? formatBytes(size, i18n.language) : t(`upload.state.${state}`)}
        </span>
        {isOpen && (
          <IconButton
            label={t('upload.stop', { name })}
            icon={<X size={14} />}
            className="size-7"
            onClick={() => uploads.stop(id)}
          />
        )}
        {(state === 'failed' || state === 'stopped') && (
          <IconButton
            label={t('upload.retry', { name })}
            icon={<RotateCw size={14} />}
            className="size-7"
            onClick={() => uploads.retry(id)}
          />
        )}
      </div>
      {state === 'sending' && <Progress label={t('upload.progress', { name })} done={sent} total={Math.max(1, size)} />}
      {error !== undefined && state === 'failed' && <p className="text-danger-text text-sm">{refusalText(error)}</p>}
    </li>
  );
};

import { FileWarning } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { FileIcon } from '../../../ui/tree/file-icon.tsx';
import { useBench } from '../bench/bench-context.ts';
import { flatNames } from './flat-names.ts';
import type { AddFiles } from './use-add-files.ts';

/** What is about to be added, under which names, and which names clash: shown before anything is added. */
export const ArriveDialog = ({ files }: { readonly files: AddFiles }) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { view } = useBench();
  const [clashing, setClashing] = useState<'rename' | 'leave'>('rename');
  const { arrival, add, dismiss } = files;
  if (arrival === undefined) return null;
  const { incoming, isTable = false } = arrival;
  const names = flatNames(
    view.files.map(({ path }) => path),
    incoming.files.map(({ path }) => path),
  );
  const isLeft = (at: number): boolean =>
    clashing === 'leave' && names[at]?.clash !== null && names[at]?.free !== names[at]?.name;
  const clashes = names.filter(({ free, name }) => free !== name).length;
  const going = incoming.files.flatMap(({ file }, at) => {
    const name = names[at]?.free;
    return name === undefined || isLeft(at) ? [] : [{ name, file }];
  });
  return (
    <Dialog
      open
      onOpenChange={dismiss}
      title={t('arrive.title')}
      description={t(isTable ? 'arrive.table' : 'arrive.detail')}
      width="md"
      footer={
        <>
          <Button onClick={dismiss}>{t('shell:cancel')}</Button>
          <Button tone="primary" disabled={going.length === 0} onClick={() => void add(going)}>
            {t('arrive.do', { count: going.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-3">
        {clashes > 0 && (
          <Banner tone="draft" title={t('arrive.clashes', { count: clashes })}>
            <div className="pt-2">
              <Segmented
                label={t('arrive.clashes', { count: clashes })}
                value={clashing}
                onChange={setClashing}
                choices={[
                  { value: 'rename', label: t('arrive.rename') },
                  { value: 'leave', label: t('arrive.leave') },
                ]}
              />
            </div>
          </Banner>
        )}
        <ul className="flex flex-col rounded-md border border-line bg-raised">
          {names.map(({ path, name, free, clash }, at) => (
            <li
              key={path}
              className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-line border-t px-3 py-2 first:border-t-0"
            >
              <FileIcon name={name} />
              <span className="min-w-0 flex-1 basis-40">
                <span className={isLeft(at) ? 'text-faint line-through' : undefined}>
                  <FileName name={name} />
                </span>
                {path !== name && <bdi className="block truncate text-faint text-xs">{t('arrive.from', { path })}</bdi>}
              </span>
              {clash !== null && <Badge tone="draft">{t(`arrive.clash.${clash}`)}</Badge>}
              {free !== name && (
                <span className="text-muted text-sm">
                  {isLeft(at) ? t('arrive.leftOut') : <bdi>{t('arrive.as', { name: free })}</bdi>}
                </span>
              )}
            </li>
          ))}
        </ul>
        {incoming.unreadable.length > 0 && (
          <p className="flex items-start gap-2 text-danger-text text-sm">
            <FileWarning size={14} aria-hidden="true" className="mt-1 shrink-0" />
            {t('arrive.unreadable', { names: incoming.unreadable.join(', ') })}
          </p>
        )}
      </div>
    </Dialog>
  );
};

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileName } from '../../../ui/file-name.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { nameInText } from '../../../ui/split-name.ts';
import { toasts } from '../../../ui/toast-store.ts';
import { useBench } from '../bench/bench-context.ts';
import { useLocked } from './use-locked.ts';

type Choice = 'leave' | 'keep_both' | 'replace';
/** Why a file was not written, in the names of the answer. */
const isTrouble = (status: string): boolean => ['conflict', 'skipped', 'failed'].includes(status);
const asked: ReadonlySet<string> = new Set(['changed', 'both_changed', 'missing']);

/** The folder a Workbench was opened on: what differs, written back into it or read from it again. */
export const WriteBackDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const { commands } = useAtelier();
  const { workbenchId } = useBench();
  const send = useSend();
  const refusalText = useRefusalText('workshop');
  const locked = useLocked();
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const [busy, setBusy] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: ['workshop', workbenchId, 'WorkbenchOriginals'],
    queryFn: () => commands.WorkbenchOriginals({ workbenchId }),
    staleTime: 0,
    gcTime: 0,
  });
  const rows = data?.ok ? data.value.rows.filter(({ state }) => state !== 'same') : [];
  const chosen = Object.fromEntries(
    Object.entries(choices).filter((each): each is [string, 'keep_both' | 'replace'] => each[1] !== 'leave'),
  );
  const going = rows.filter(({ path, state }) => state === 'to_write' || state === 'new' || path in chosen);
  const changed = rows.filter(({ state }) => state === 'changed').length;

  const act = async (work: () => Promise<number | undefined>, words: 'written' | 'refreshed') => {
    setBusy(true);
    const count = await work();
    setBusy(false);
    if (count === undefined) return;
    if (count > 0) toasts.show({ tone: 'published', title: t(`folder.${words}`, { count }) });
    setChoices({});
    await refetch();
  };
  const writeBack = () =>
    act(async () => {
      const paths = going.map(({ path }) => path);
      const done = await send(commands.WorkbenchWriteBack({ workbenchId, paths, choices: chosen }));
      const left = done?.results.filter(({ status }) => isTrouble(status)) ?? [];
      if (left.length > 0)
        toasts.show({
          tone: 'danger',
          title: t('folder.notWritten', { count: left.length }),
          detail: left.map(({ path, status }) => `${nameInText(path)}: ${t(`folder.trouble.${status}`)}`).join('\n'),
        });
      return done?.results.filter(({ status }) => status === 'written' || status === 'beside').length;
    }, 'written');
  const refresh = () =>
    act(async () => (await send(commands.WorkbenchRefresh({ workbenchId })))?.paths.length, 'refreshed');

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('folder.title')}
      description={data?.ok ? data.value.folder : t('folder.detail')}
      width="md"
      footer={
        <>
          <Button onClick={onClose}>{t('shell:cancel')}</Button>
          <Button busy={busy} disabled={changed === 0 || locked !== undefined} onClick={() => void refresh()}>
            {t('folder.refresh', { count: changed })}
          </Button>
          <Button
            tone="primary"
            busy={busy}
            disabled={going.length === 0 || locked !== undefined}
            onClick={() => void writeBack()}
          >
            {t('folder.writeBack', { count: going.length })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-3">
        <p className="text-muted text-sm">{locked ?? t('folder.detail')}</p>
        {data?.ok && rows.length === 0 && <p>{t('folder.same')}</p>}
        {data && !data.ok && <p className="text-danger-text">{refusalText(data.error)}</p>}
        <ul aria-label={t('folder.title')} className="flex flex-col">
          {rows.map(({ path, state }) => (
            <li key={path} className="flex flex-wrap items-center gap-2 border-line border-t py-2 first:border-t-0">
              <span className="min-w-0 flex-1 basis-40">
                <FileName name={path} />
              </span>
              <Badge tone={asked.has(state) || state === 'blocked' ? 'draft' : 'neutral'}>
                {t(`folder.state.${state}`)}
              </Badge>
              {asked.has(state) && (
                <>
                  <Segmented<Choice>
                    label={path}
                    value={choices[path] ?? 'leave'}
                    onChange={(choice) => setChoices((before) => ({ ...before, [path]: choice }))}
                    choices={(['leave', 'keep_both', 'replace'] as const).map((value) => ({
                      value,
                      label: t(`folder.choice.${value}`),
                    }))}
                  />
                  <Link
                    to="/workshop/$workbenchId/compare"
                    params={{ workbenchId } as never}
                    search={{ from: 'folder', to: 'published' } as never}
                    onClick={onClose}
                    className="text-accent-text text-sm underline"
                  >
                    {t('folder.compare')}
                  </Link>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
};

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { useBench } from '../bench/bench-context.ts';

const kinds = ['states', 'checkpoints', 'messages', 'texts', 'lanes'] as const;

/** Says what will go and what stays before anything does. There is no way back from it. */
export const TrimDialog = ({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) => {
  const { t, i18n } = useTranslation(['workshop', 'shell']);
  const { commands } = useAtelier();
  const { acts, workbenchId } = useBench();
  const refusalText = useRefusalText('workshop');
  const cancel = useRef<HTMLButtonElement>(null);
  const [keepsOwn, setKeepsOwn] = useState(true);
  const [busy, setBusy] = useState(false);
  const ownCheckpoints = keepsOwn ? 'keep' : 'remove';
  const { data } = useQuery({
    queryKey: ['workshop', workbenchId, 'WorkbenchTrimPreview', ownCheckpoints],
    queryFn: () => commands.WorkbenchTrimPreview({ workbenchId, ownCheckpoints }),
    staleTime: 0,
    gcTime: 0,
  });
  const preview = data?.ok ? data.value : undefined;
  const bytes = (count: number): string => formatBytes(count, i18n.language);
  const go = async () => {
    setBusy(true);
    const done = await acts.trim(ownCheckpoints);
    setBusy(false);
    if (done === undefined) return;
    toasts.show({ tone: 'published', title: t('trim.done'), detail: t('trim.doneDetail') });
    onDone();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('trim.title')}
      description={t('trim.detail')}
      focus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {t('shell:cancel')}
          </Button>
          <Button tone="danger" busy={busy} disabled={preview === undefined} onClick={() => void go()}>
            {t('trim.do')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {data === undefined && <SkeletonLines lines={5} />}
        {data?.ok === false && <Banner tone="draft" title={refusalText(data.error)} />}
        {preview !== undefined && (
          <>
            <section aria-label={t('trim.goes')}>
              <h3 className="pb-1 font-medium">{t('trim.goes')}</h3>
              <ul className="list-disc ps-5 text-sm">
                {kinds
                  .filter((kind) => preview[kind] > 0)
                  .map((kind) => (
                    <li key={kind}>{t(`trim.went.${kind}`, { count: preview[kind] })}</li>
                  ))}
              </ul>
            </section>
            <section aria-label={t('trim.stays')}>
              <h3 className="pb-1 font-medium">{t('trim.stays')}</h3>
              <ul className="list-disc ps-5 text-sm">
                <li>{t('trim.staysFiles')}</li>
                {preview.kept > 0 && <li>{t('trim.staysOwn', { count: preview.kept })}</li>}
                <li>{t('trim.staysLog')}</li>
              </ul>
            </section>
            <p className="text-sm tabular-nums">
              {t('trim.bytes', { now: bytes(preview.bytesNow), after: bytes(preview.bytesAfter) })}
            </p>
            <p className="text-danger-text text-sm">{t('trim.final')}</p>
          </>
        )}
        <Switch label={t('trim.keepOwn')} hint={t('trim.keepOwnHint')} checked={keepsOwn} onChange={setKeepsOwn} />
      </div>
    </Dialog>
  );
};

import { ErrorEnvelope, workbenchImportPath } from '@atelier/contracts';
import { FileInput } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { toasts } from '../../../ui/toast-store.ts';

type Answer = { readonly value?: { readonly workbenchId?: string }; readonly error?: unknown };

/** A Workbench from a file that Atelier exported. One that is here already can come in a second time, as another. */
export const ImportButton = ({ onMade }: { readonly onMade: (workbenchId: string) => void }) => {
  const { t } = useTranslation(['workshop', 'shell']);
  const refusalText = useRefusalText('workshop');
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [twin, setTwin] = useState<File>();
  const bring = async (file: File, as: 'same' | 'new') => {
    setTwin(undefined);
    setBusy(true);
    const reply = await fetch(workbenchImportPath(as), { method: 'PUT', body: file }).catch(() => undefined);
    const answer = (await reply?.json().catch(() => undefined)) as Answer | undefined;
    setBusy(false);
    if (answer?.value?.workbenchId !== undefined) return onMade(answer.value.workbenchId);
    const refused = ErrorEnvelope.safeParse(answer?.error);
    if (refused.success && refused.data.code === 'WORKBENCH_EXISTS') return setTwin(file);
    const detail = refused.success ? refusalText(refused.data) : t('portable.noAnswer');
    toasts.show({ tone: 'danger', title: t('error.title'), detail });
  };
  return (
    <>
      <Button tone="quiet" icon={<FileInput size={15} />} busy={busy} onClick={() => picker.current?.click()}>
        {t('portable.import')}
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".atelier"
        aria-label={t('portable.importFile')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) void bring(file, 'same');
        }}
      />
      {twin !== undefined && (
        <Dialog
          open
          onOpenChange={() => setTwin(undefined)}
          title={t('portable.existsTitle')}
          description={t('portable.existsDetail')}
          width="sm"
          footer={
            <>
              <Button onClick={() => setTwin(undefined)}>{t('shell:cancel')}</Button>
              <Button tone="primary" onClick={() => void bring(twin, 'new')}>
                {t('portable.importAsNew')}
              </Button>
            </>
          }
        />
      )}
    </>
  );
};

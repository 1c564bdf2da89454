import { projectImportPath } from '@atelier/contracts/studio';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefusalText } from '../../../i18n/use-refusal-text.ts';
import { Button } from '../../../ui/button.tsx';
import { toasts } from '../../../ui/toast-store.ts';
import { sendBytes } from '../workspace/send-bytes.ts';

/** Brings a project in from a file that another installation exported. */
export const ImportProject = ({ onMade }: { readonly onMade: (projectId: string) => void }) => {
  const { t } = useTranslation('studio');
  const refusalText = useRefusalText('studio');
  const picker = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    const taken = await sendBytes<{ readonly projectId: string }>(projectImportPath, file);
    setBusy(false);
    if (taken.ok) return onMade(taken.value.projectId);
    const said = refusalText({ code: taken.code, message: taken.code, retry: { kind: 'not_retryable' } });
    const part = taken.part === undefined ? '' : ` ${t('projects.damagedPart', { part: taken.part })}`;
    toasts.show({ tone: 'danger', title: t('projects.importFailed'), detail: `${said}${part}` });
  };
  return (
    <>
      <Button icon={<FileUp size={15} />} busy={busy} onClick={() => picker.current?.click()}>
        {t('projects.import')}
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".atelier-project"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('projects.importFile')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void take(file);
          event.target.value = '';
        }}
      />
    </>
  );
};

import { err, ok } from '@atelier/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../../ui/panel.tsx';
import { DropZone } from '../../../ui/upload/drop-zone.tsx';
import { UploadList } from '../../../ui/upload/upload-list.tsx';
import { createUploads, type SendFile } from '../../../ui/upload/uploads.ts';

/** Goes nowhere: shows what an upload looks like, and every third one fails the first time. */
const createPretendedServer = (): SendFile => {
  let count = 0;
  const failed = new Set<string>();
  return async ({ path, file }, { onSent, signal }) => {
    count += 1;
    const fails = count % 3 === 0 && !failed.has(path);
    for (let part = 1; part <= 5 && !signal.aborted; part += 1) {
      await new Promise((resolve) => setTimeout(resolve, 60));
      onSent((file.size * part) / 5);
    }
    if (!fails) return ok(undefined);
    failed.add(path);
    return err({ code: 'UNREACHABLE', message: '', retry: { kind: 'retryable_immediate' } });
  };
};

export const UploadGallery = () => {
  const { t } = useTranslation('lab');
  const [uploads] = useState(() => createUploads(createPretendedServer()));
  return (
    <Panel title={t('fileParts.drop')} description={t('fileParts.dropDetail')}>
      <div className="flex max-h-80 flex-col gap-4 overflow-y-auto">
        <DropZone label={t('fileParts.take')} onFiles={({ files }) => uploads.add(files)} />
        <UploadList uploads={uploads} />
      </div>
    </Panel>
  );
};

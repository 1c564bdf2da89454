import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { useSend } from '../../../client/use-send.ts';
import { firstJobs } from './first-job.ts';

/** Makes the sample Workbench in the person's language and opens it, with its first job on offer. */
export const useSample = () => {
  const { i18n } = useTranslation();
  const { commands } = useAtelier();
  const navigate = useNavigate();
  const send = useSend();
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    const made = await send(commands.WorkbenchCreateSample({ language: i18n.language === 'he' ? 'he' : 'en' }));
    setBusy(false);
    if (made === undefined) return;
    firstJobs.set(made.workbenchId, made.firstJob);
    await navigate({ to: '/workshop/$workbenchId', params: { workbenchId: made.workbenchId } as never });
  };
  return { isBusy, open: () => void open().catch(console.error) };
};

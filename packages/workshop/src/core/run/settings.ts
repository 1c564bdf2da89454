import { defaultWorkbenchSettings, WorkbenchSettings } from '@atelier/contracts';

/** Settings were written by people and by other versions: what cannot be read is as if nobody had set it. */
export const runSettings = (written: Readonly<Record<string, unknown>>): WorkbenchSettings => {
  const parsed = WorkbenchSettings.safeParse({ ...defaultWorkbenchSettings, ...written });
  return parsed.success ? parsed.data : defaultWorkbenchSettings;
};

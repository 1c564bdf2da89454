import { defaultWorkbenchSettings, RunTuning, WorkbenchSettings } from '@atelier/contracts';

type Written = Readonly<Record<string, unknown>>;

/** Settings were written by people and by other versions: what cannot be read is as if nobody had set it. */
export const runSettings = (written: Written): WorkbenchSettings => {
  const parsed = WorkbenchSettings.safeParse({ ...defaultWorkbenchSettings, ...written });
  return parsed.success ? parsed.data : defaultWorkbenchSettings;
};

/** A Workbench's settings with what a person set for one run over them. */
export const tunedFor = (own: WorkbenchSettings, written: Written): WorkbenchSettings => {
  const parsed = RunTuning.safeParse(written);
  const { effort = own.effort, sampling = own.sampling, firstToolChoice = own.firstToolChoice } = parsed.data ?? {};
  return { ...own, effort, sampling, firstToolChoice };
};

import { keep, readKept } from '../../../preferences/local-storage.ts';

const key = (workbenchId: string): string => `atelier.workshop.firstJob.${workbenchId}`;

/** The first job of a sample Workbench, until it was taken into the message box. */
export const firstJobs = {
  set: (workbenchId: string, text: string): void => keep(key(workbenchId), text),
  read: (workbenchId: string): string | undefined => readKept(key(workbenchId)) ?? undefined,
  forget: (workbenchId: string): void => {
    try {
      localStorage.removeItem(key(workbenchId));
    } catch {
      // Then nothing was stored.
    }
  },
};

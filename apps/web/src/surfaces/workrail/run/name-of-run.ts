import type { RunView, SessionView } from '@atelier/contracts';

/** What a person called the session, else what this run is for. */
export const nameOfRun = ({ title, goal }: SessionView, run: RunView): string =>
  (title !== goal && title) || (run.title ?? run.workflowName);

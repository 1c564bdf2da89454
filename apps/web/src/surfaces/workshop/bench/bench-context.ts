import type { ModelsView, WorkbenchView } from '@atelier/contracts';
import { createContext, use } from 'react';
import type { Acts } from './use-acts.ts';

/** The Workbench in sight and what can be done with it. */
export type Bench = {
  readonly workbenchId: string;
  readonly view: WorkbenchView;
  readonly models: ModelsView;
  /** The model the next message goes to. */
  readonly modelId: string;
  readonly acts: Acts;
};

export const BenchContext = createContext<Bench | undefined>(undefined);

export const useBench = (): Bench => {
  const bench = use(BenchContext);
  if (bench === undefined) throw new Error('this part is shown inside a Workbench');
  return bench;
};

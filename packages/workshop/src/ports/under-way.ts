import type { WorkbenchId } from '../core/ids.ts';

/** Workbenches whose run this server has taken up and not ended: what a restart has to look at, and nothing else. */
export interface UnderWay {
  readonly add: (id: WorkbenchId) => Promise<void>;
  readonly remove: (id: WorkbenchId) => Promise<void>;
  readonly all: () => Promise<readonly WorkbenchId[]>;
}

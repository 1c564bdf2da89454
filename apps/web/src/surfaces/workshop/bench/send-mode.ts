import { tabDrafts } from '../../../client/use-draft.ts';
import type { SendMode } from './use-acts.ts';

/** Under which the choice between Agent and Ask is kept, for each Workbench in this browser. */
export const sendModeKey = (workbenchId: string): string => `workbench.${workbenchId}.mode`;

export const asSendMode = (kept: string | undefined): SendMode => (kept === 'ask' ? 'ask' : 'agent');

/** What a person chose last; nothing was chosen in a new Workbench. */
export const sendModeOf = (workbenchId: string): SendMode => asSendMode(tabDrafts.read(sendModeKey(workbenchId)));

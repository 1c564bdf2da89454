import { studioStream } from '@atelier/contracts/studio';
import { emptyWorkspace, type WorkspaceState } from '../core/workspace/workspace.ts';
import type { StudioPorts } from '../ports/index.ts';

export const workspaceNow = async ({ workspaces }: Pick<StudioPorts, 'workspaces'>): Promise<WorkspaceState> => {
  const now = await workspaces.at(studioStream);
  return now.ok ? now.value.state : emptyWorkspace();
};

/** The day it is where the project is: a deadline is a day there, not in Greenwich. */
export const dayIn = (timeZone: string, at: string): string => {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(new Date(at));
};

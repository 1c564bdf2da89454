import { projectStream } from '@atelier/contracts/studio';
import { derivedId, ok } from '@atelier/kernel/core';
import { conclude } from '../core/decide/conclude.ts';
import { done } from '../core/decide/outcome.ts';
import { projectOf } from '../core/fold/records.ts';
import { both } from '../core/words/issue.ts';
import type { StudioPorts } from '../ports/index.ts';
import { createCommit } from './commit.ts';
import { dayIn, workspaceNow } from './workspace-now.ts';

/**
 * What all projects share moved: each open one is looked over at once, so that whoever opens it next sees the flag. A
 * project that cannot be written to now is flagged with its next change.
 */
export const createFlagProjects = (ports: StudioPorts) => {
  const commit = createCommit(ports);
  return async (because: string, by: string): Promise<void> => {
    const workspace = await workspaceNow(ports);
    const priceList = workspace.priceLists.at(-1);
    for (const { projectId, isArchived, isTemplate } of workspace.projects.values()) {
      if (isArchived || isTemplate) continue;
      await commit(projectStream(projectId), (state) => {
        if (state.records.project.size === 0) return ok({ events: [] });
        const now = ports.now().toISOString();
        const found = conclude(
          state,
          {
            now,
            today: dayIn(projectOf(state.records).timeZone, now),
            turnId: derivedId('trn', ports.sha256, `${because}/${projectId}`),
            userId: by,
            role: 'owner',
            sha256: ports.sha256,
            policies: workspace.policies,
            ...(priceList && { priceList }),
          },
          done([], both('', '')),
        );
        return ok({ events: found.events });
      });
    }
  };
};

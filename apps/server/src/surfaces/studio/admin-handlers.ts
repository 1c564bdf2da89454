import { ok } from '@atelier/kernel/core';
import { myTasks, readMetrics } from '@atelier/studio';
import type { Handlers } from '../surface.ts';
import type { OpenStudio } from './open-studio.ts';
import { callerOf } from './project-handlers.ts';
import { refusedBy } from './words.ts';

type Names =
  | 'StudioMyTasks'
  | 'StudioSkillsGet'
  | 'StudioSkillOverride'
  | 'StudioSkillRevert'
  | 'StudioSkillHistoryGet'
  | 'StudioSkillTry'
  | 'StudioSkillsSync'
  | 'StudioMetricsGet';

/** A little more than a skill gives a model. */
const trialMs = 100_000;

/** What goes over all projects. */
export const createAdminHandlers = ({ ports, skills, trySkill }: OpenStudio): Handlers<Names> => ({
  StudioMyTasks: async (_nothing, caller) => ok({ tasks: [...(await myTasks(ports, callerOf(caller)))] }),
  StudioSkillsGet: async () => ok({ skills: [...(await skills.cards())], seq: await skills.seq() }),
  StudioSkillOverride: async ({ requestId, override }, { person }) => {
    const set = await skills.override(requestId, override, person);
    return set.ok ? set : refusedBy('StudioSkillOverride', set.error);
  },
  StudioSkillRevert: async ({ requestId, skillId }, { person }) => {
    const reverted = await skills.revert(requestId, skillId, person);
    return reverted.ok ? reverted : refusedBy('StudioSkillRevert', reverted.error);
  },
  StudioSkillHistoryGet: async ({ skillId }) => ok({ changes: [...(await skills.changes(skillId))] }),
  StudioSkillTry: async (asked, caller) => {
    const tried = await trySkill(asked, callerOf(caller), AbortSignal.timeout(trialMs));
    return tried.ok ? ok({ trial: tried.value }) : refusedBy('StudioSkillTry', tried.error);
  },
  StudioSkillsSync: async ({ requestId }, { person }) => {
    const synced = await skills.sync(requestId, person);
    if (!synced.ok) return refusedBy('StudioSkillsSync', synced.error);
    return ok({ skills: [...(await skills.cards())], seq: synced.value.seq });
  },
  StudioMetricsGet: async () => ok({ metrics: await readMetrics(ports) }),
});

import { z } from 'zod';
import { command } from '../command.ts';
import { idOf } from './domain/primitives.ts';
import { SkillOverride } from './domain/workspace.ts';
import { MyTask, SkillCard, SkillChange, SkillTrial, StudioMetrics } from './view.ts';

const Seq = z.int().nonnegative();
const nothing = z.strictObject({});
const storeRefusals = ['STORE_BUSY', 'STORE_UNHEALTHY'] as const;
const requestId = z.string().min(8).max(200);

/** What goes over all projects: whose tasks they are, how skills are set, how it all goes. */
export const studioAdminCommands = {
  StudioMyTasks: command({
    role: 'viewer',
    params: nothing,
    result: z.object({ tasks: z.array(MyTask) }),
    refusals: storeRefusals,
  }),
  StudioSkillsGet: command({
    params: nothing,
    result: z.object({ skills: z.array(SkillCard), seq: Seq }),
    refusals: storeRefusals,
  }),
  StudioSkillOverride: command({
    params: z.strictObject({
      requestId,
      override: SkillOverride.omit({ promptHash: true, schemaHash: true }),
    }),
    result: z.object({ seq: Seq }),
    refusals: ['SKILL_NOT_FOUND', ...storeRefusals],
  }),
  StudioSkillRevert: command({
    params: z.strictObject({ requestId, skillId: z.string() }),
    result: z.object({ seq: Seq }),
    refusals: ['SKILL_NOT_FOUND', ...storeRefusals],
  }),
  /** What admins changed about one skill, newest first. */
  StudioSkillHistoryGet: command({
    params: z.strictObject({ skillId: z.string().min(1).max(80) }),
    result: z.object({ changes: z.array(SkillChange) }),
    refusals: storeRefusals,
  }),
  /** Runs a skill on a project with a wording that is not saved. Nothing is recorded in the project. */
  StudioSkillTry: command({
    params: z.strictObject({
      projectId: idOf('prj'),
      skillId: z.string().min(1).max(80),
      text: z.string().min(1).max(8_000),
      promptOverride: z.string().max(16_384).optional(),
    }),
    result: z.object({ trial: SkillTrial }),
    refusals: ['SKILL_NOT_FOUND', 'FORBIDDEN', 'PROJECT_NOT_FOUND', 'FEATURE_DISABLED', ...storeRefusals],
  }),
  StudioSkillsSync: command({
    params: z.strictObject({ requestId }),
    result: z.object({ skills: z.array(SkillCard), seq: Seq }),
    refusals: storeRefusals,
  }),
  StudioMetricsGet: command({
    params: nothing,
    result: z.object({ metrics: StudioMetrics }),
    refusals: storeRefusals,
  }),
};

import { sha256 } from '@atelier/kernel/adapters';
import {
  createCommit,
  createHistory,
  createKeptProjects,
  createKeptWorkspaces,
  createMembers,
  createProjects,
  createQuotes,
  createSkillsAdmin,
  createSkillTrials,
  createStudioTurns,
  createWorkspace,
  createWorkspaceCommit,
  type StudioPorts,
  workspaceNow,
} from '@atelier/studio';
import type { SurfaceKit } from '../surface.ts';
import { createSkillModels } from './skill-models.ts';

/** Studio's use-cases on this server's log, content and models. */
export const openStudio = (kit: SurfaceKit) => {
  const { log, storage } = kit;
  const workspaces = createKeptWorkspaces({ log, snapshots: storage.snapshots });
  const ports: StudioPorts = {
    log,
    projects: createKeptProjects({ log, snapshots: storage.snapshots }),
    workspaces,
    blobs: storage.blobs,
    models: createSkillModels(kit.models, async () => (await workspaceNow({ workspaces })).models),
    nameOf: async (userId) => {
      const ref = (await kit.people.now())?.people.get(userId)?.name;
      return ref ? kit.people.texts.get(ref) : undefined;
    },
    readerLang: async () => (await kit.settings()).language,
    tell: kit.deltas.publish,
    sha256,
    now: () => new Date(),
    random: Math.random,
    onFault: kit.onFault,
  };
  const commit = createCommit(ports);
  const commitWorkspace = createWorkspaceCommit(ports);
  return {
    ports,
    turns: createStudioTurns(ports),
    history: createHistory(ports),
    projects: createProjects(ports, commit, commitWorkspace),
    members: createMembers(ports, commit),
    workspace: createWorkspace(ports, commitWorkspace),
    quotes: createQuotes(ports),
    skills: createSkillsAdmin(ports, commitWorkspace),
    trySkill: createSkillTrials(ports),
    commitWorkspace,
  };
};
export type OpenStudio = ReturnType<typeof openStudio>;

import type { Delta } from '@atelier/contracts';
import type { Lang } from '@atelier/contracts/studio';
import type { Sha256 } from '@atelier/kernel/core';
import type { Blobs, EventLog, KeptFolds } from '@atelier/kernel/ports';
import type { ProjectState } from '../core/fold/state.ts';
import type { WorkspaceState } from '../core/workspace/workspace.ts';
import type { SkillModels } from './skill-models.ts';

export type { SkillModels } from './skill-models.ts';

/** What the use-cases of Studio need of the world. */
export type StudioPorts = {
  readonly log: Pick<EventLog, 'append' | 'read' | 'content'>;
  readonly projects: KeptFolds<ProjectState>;
  readonly workspaces: KeptFolds<WorkspaceState>;
  readonly blobs: Pick<Blobs, 'put' | 'get'>;
  readonly models: SkillModels;
  /** What somebody is called; undefined for whoever has no name here. */
  readonly nameOf?: (userId: string) => Promise<string | undefined>;
  /** The language of the screens: what a button does is told in it, whatever the project is written in. */
  readonly readerLang?: () => Promise<Lang>;
  /** Says to whoever follows a stream what happens between two events. */
  readonly tell: (stream: string, delta: Delta) => void;
  readonly sha256: Sha256;
  readonly now: () => Date;
  readonly random: () => number;
  /** For faults nobody waits for. */
  readonly onFault: (cause: unknown, where: string) => void;
};

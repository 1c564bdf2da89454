import type { EventLog, Snapshots } from '@atelier/kernel/ports';
import { createKeptFolds } from '@atelier/kernel/usecases';
import { readProjectEvent, readWorkspaceEvent } from '../core/events/index.ts';
import { decodeProject, encodeProject, projectSnapshotVersion } from '../core/fold/codec.ts';
import { foldProject } from '../core/fold/fold-project.ts';
import { emptyProjectState, type ProjectState } from '../core/fold/state.ts';
import {
  decodeWorkspace,
  emptyWorkspace,
  encodeWorkspace,
  foldWorkspace,
  type WorkspaceState,
} from '../core/workspace/workspace.ts';

type Deps = { readonly log: Pick<EventLog, 'read'>; readonly snapshots?: Snapshots };

/** Projects folded in place. An event this build cannot read is passed over; it still has its seq. */
export const createKeptProjects = ({ log, snapshots }: Deps) =>
  createKeptFolds<ProjectState>({
    log,
    keep: 32,
    begin: emptyProjectState,
    fold: (state, event) => {
      const known = readProjectEvent(event);
      if (known) foldProject(state, known);
      else state.seq = event.seq + 1;
    },
    ...(snapshots && {
      snapshot: {
        store: snapshots,
        of: { name: 'studio-project', version: projectSnapshotVersion },
        encode: encodeProject,
        decode: decodeProject,
      },
    }),
  });

const workspaceSnapshotVersion = 1;

export const createKeptWorkspaces = ({ log, snapshots }: Deps) =>
  createKeptFolds<WorkspaceState>({
    log,
    begin: emptyWorkspace,
    fold: (state, event) => {
      const known = readWorkspaceEvent(event);
      if (known) foldWorkspace(state, known);
      else state.seq = event.seq + 1;
    },
    ...(snapshots && {
      snapshot: {
        store: snapshots,
        of: { name: 'studio-workspace', version: workspaceSnapshotVersion },
        encode: encodeWorkspace,
        decode: decodeWorkspace,
      },
    }),
  });

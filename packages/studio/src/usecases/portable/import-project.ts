import { projectStream } from '@atelier/contracts/studio';
import { err, isId, type JsonObject, ok, type Result } from '@atelier/kernel/core';
import type { Blobs, EventLog, ImportRefused, NewCommit } from '@atelier/kernel/ports';
import {
  createByteReader,
  type DecideRefused,
  type PortableFlaw,
  portableToCommit,
  readPortableLines,
} from '@atelier/kernel/usecases';
import { ProjectEventBody } from '../../core/events/project-event.ts';
import { foldProject } from '../../core/fold/fold-project.ts';
import { emptyProjectState } from '../../core/fold/state.ts';
import { PortableProject } from '../../core/projects/portable.ts';
import type { StudioPorts } from '../../ports/index.ts';
import type { createProjects } from '../projects.ts';
import type { StudioCaller } from '../turn-caller.ts';
import type { WorkspaceCommit } from '../workspace-commit.ts';

type Deps = Pick<StudioPorts, 'sha256' | 'now'> & {
  readonly log: Pick<EventLog, 'read' | 'importStream'>;
  readonly content: Pick<Blobs, 'putFrom'>;
  readonly list: ReturnType<typeof createProjects>['list'];
  readonly commitWorkspace: WorkspaceCommit;
};

export type ImportProjectRefused =
  | PortableFlaw
  | { readonly code: 'PROJECT_EXISTS'; readonly projectId: string }
  | DecideRefused
  | Exclude<ImportRefused, { readonly code: 'STREAM_EXISTS' }>;

/**
 * Reads an exported project as it comes, and creates it under its own id: there whole or not at all. Whoever imports it
 * owns it, and goes on with the drafts of whoever exported it.
 */
export const importProjectFile =
  ({ log, content, sha256, now, list, commitWorkspace }: Deps) =>
  async (
    pieces: AsyncIterable<Uint8Array>,
    { userId: by }: StudioCaller,
  ): Promise<Result<{ readonly projectId: string }, ImportProjectRefused>> => {
    const reader = createByteReader(pieces);
    const lines = readPortableLines(reader, { sha256, shape: PortableProject, first: 'project' });
    const damaged = (part: string): Result<never, ImportProjectRefused> => err({ code: 'EXPORT_DAMAGED', part });

    const first = await lines.next();
    if (!first.ok) return first;
    if (first.value.part !== 'project' || !isId('prj', first.value.projectId)) return err({ code: 'NOT_AN_EXPORT' });
    const { projectId, exportedBy, next, directory } = first.value;
    const stream = projectStream(projectId);
    const there = await log.read(stream, { limit: 1 });
    if (!there.ok || there.value.events.length > 0) return err({ code: 'PROJECT_EXISTS', projectId });

    const commits: NewCommit[] = [];
    const state = emptyProjectState();
    for (let isEnd = false; !isEnd; ) {
      const record = await lines.next();
      if (!record.ok) return record;
      switch (record.value.part) {
        case 'commit':
          for (const { kind, data, at, id } of record.value.events) {
            const known = ProjectEventBody.safeParse({ kind, data });
            if (!known.success) return err({ code: 'EXPORT_TOO_NEW' });
            foldProject(state, { ...known.data, seq: state.seq, at, id });
          }
          commits.push(portableToCommit(record.value));
          break;
        case 'content': {
          const body = reader.body(record.value.size);
          const put = await content.putFrom(body);
          if (put.id !== record.value.id || body.left() > 0 || (await reader.line(0)) !== '')
            return damaged(record.value.name);
          break;
        }
        case 'end':
          if (record.value.records !== lines.count() || !(await reader.isAtEnd())) return damaged('the end');
          isEnd = true;
          break;
        case 'project':
          return damaged(`record ${lines.count()}`);
      }
    }
    if (state.seq !== next || !state.records.project.has(projectId)) return damaged('the events');

    // Who was in it elsewhere is nobody here, whatever they are called: only whoever brings it in comes along.
    if (by !== exportedBy || state.members.size !== 1 || state.members.get(by) !== 'owner') {
      const data: JsonObject = { by, exportedBy };
      commits.push({ events: [{ kind: 'project.imported', key: null, at: now().toISOString(), data }] });
    }
    const imported = await log.importStream(stream, commits);
    if (!imported.ok)
      return imported.error.code === 'STREAM_EXISTS' ? err({ code: 'PROJECT_EXISTS', projectId }) : err(imported.error);
    const known = await commitWorkspace(null, ({ directory: here }) =>
      ok(
        directory
          .filter(({ id }) => !here.has(id))
          .map((record) => ({ kind: 'directory.recorded' as const, data: { by, record } })),
      ),
    );
    if (!known.ok) return known;
    const listed = await list(projectId);
    return listed.ok ? ok({ projectId }) : listed;
  };

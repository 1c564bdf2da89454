import { err, ok, type Result } from '@atelier/kernel/core';
import type { BlobId, Blobs, EventLog, ReadRefused } from '@atelier/kernel/ports';
import { createPortableLines, streamOut } from '@atelier/kernel/usecases';
import { projectOf } from '../../core/fold/records.ts';
import type { ProjectState } from '../../core/fold/state.ts';
import { type PortableProject, portableProjectFormat } from '../../core/projects/portable.ts';
import type { StudioPorts } from '../../ports/index.ts';
import { openProject, type TurnRefused } from '../admit.ts';
import type { StudioCaller } from '../turn-caller.ts';
import { workspaceNow } from '../workspace-now.ts';

type Deps = Pick<StudioPorts, 'projects' | 'workspaces' | 'sha256'> & {
  readonly log: Pick<EventLog, 'read' | 'commits' | 'content' | 'carried'>;
  readonly content: Pick<Blobs, 'checkAll' | 'size' | 'stream'>;
};

type ExportRefused = TurnRefused | ReadRefused | { readonly code: 'CONTENT_MISSING'; readonly ids: readonly string[] };

const lineEnd = new TextEncoder().encode('\n');

/**
 * A whole project as one file: every event, drafts and history with them, and the content they name. What would be
 * missing is found before the first byte leaves. Everybody's drafts are in it, so only an owner may.
 */
export const exportProjectFile =
  ({ log, content, projects, workspaces, sha256 }: Deps) =>
  async (
    projectId: string,
    caller: StudioCaller,
  ): Promise<Result<{ readonly title: string; readonly parts: AsyncIterable<Uint8Array> }, ExportRefused>> => {
    const opened = await openProject({ projects }, projectId, caller);
    if (!opened.ok) return opened;
    const { state, stream, role } = opened.value;
    if (role !== 'owner') return err({ code: 'FORBIDDEN' });
    const out = await streamOut(log, stream);
    if (!out.ok) return out;
    const { pinned, next, commits } = out.value;
    const carried = await log.carried(stream, pinned);
    if (!carried.ok) return carried;
    const wanted = new Set([...pinned].filter((id) => !carried.value.has(id)));
    const unsound = await content.checkAll(wanted);
    if (unsound.size > 0) return err({ code: 'CONTENT_MISSING', ids: [...unsound.keys()] });
    const project = projectOf(state.records);
    const names = pictureNames(state);
    const { directory } = await workspaceNow({ workspaces });
    const named = [...directory.values()].filter(({ id }) => isNamed(state, id));

    const parts = async function* (): AsyncGenerator<Uint8Array> {
      const { line, count } = createPortableLines<PortableProject>(sha256);
      const { userId: exportedBy } = caller;
      yield line({
        part: 'project',
        format: portableProjectFormat,
        v: 1,
        projectId,
        exportedBy,
        next,
        directory: named,
      });
      for await (const commit of commits()) yield line({ part: 'commit', ...commit });
      for (const id of wanted) {
        const [size, pieces] = [await content.size(id), await content.stream(id)];
        if (size === undefined || !pieces) throw new Error(`the content ${id} is missing from storage`);
        yield line({ part: 'content', id, size, name: names.get(id) ?? 'an answer' });
        // A piece is valid only until the next is asked for, and whoever sends it may be slower than that.
        for await (const piece of pieces) yield piece.slice();
        yield lineEnd;
      }
      yield line({ part: 'end', records: count() + 1 });
    };
    return ok({ title: project.title.he ?? project.title.en ?? projectId, parts: parts() });
  };

/** What a person calls the content, for when it turns out damaged. */
const pictureNames = ({ records, snapshots }: ProjectState): ReadonlyMap<BlobId, string> =>
  new Map(
    [
      ...[...records.element.values(), ...records.task.values()].flatMap(({ pictures }) => pictures),
      ...[...snapshots.values()].flat().flatMap(({ spec }) => spec.pictures ?? []),
    ].map(({ blob, name }) => [blob as BlobId, name]),
  );

const isNamed = ({ records }: ProjectState, id: string): boolean =>
  projectOf(records).client.clientId === id ||
  [...records.materialLine.values()].some(({ supplier }) => supplier === id);

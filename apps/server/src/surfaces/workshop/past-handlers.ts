import type { ToolItem } from '@atelier/contracts';
import type { FilesHost } from '@atelier/files';
import { err, ok } from '@atelier/kernel/core';
import { createKeptFolds } from '@atelier/kernel/usecases';
import {
  type Blamed,
  benchStream,
  blame,
  callsBehind,
  emptyTimeline,
  foldTimeline,
  searchHistory,
  type Timeline,
  type WorkbenchId,
} from '@atelier/workshop';
import type { FileServices } from '../../services/files.ts';
import type { Handlers } from '../surface.ts';
import { readRun, toolsIn } from './run-events.ts';
import { refusedBy } from './words.ts';
import type { Workshop } from './workshop.ts';

type Deps = { readonly services: FileServices; readonly open: () => Promise<Workshop> };

/** What the files said in the past. Texts are read once for each version and kept by the file layer. */
export const createPastHandlers = ({ services, open }: Deps): Handlers<'WorkshopSearchHistory' | 'WorkshopBlame'> => {
  let kept: ReturnType<typeof createKeptFolds<Timeline>> | undefined;
  const timelineOf = async (id: WorkbenchId) => {
    const { log, look } = await open();
    const looked = await look(id);
    if (!looked.ok) return looked;
    kept ??= createKeptFolds<Timeline>({ log, begin: emptyTimeline, fold: foldTimeline, keep: 16 });
    const now = await kept.at(benchStream(id));
    return now.ok ? ok(now.value.state) : err(now.error);
  };

  /** One version of one file, by its content alone: in which tree it stood makes no difference to what it says. */
  const over = async (path: string, version: string, size: number) => {
    const { content } = await open();
    const { createTreeHost } = await import('@atelier/files');
    const { materialise } = createTreeHost(content, {
      view: async () => ({ now: null, root: 'published', references: [] }),
    });
    const file = { path, version, size_bytes: size, root: 'published' as const };
    const host: FilesHost = {
      list: async () => [file],
      materialise,
      reference: async () => [],
      stage: async () => {
        throw new Error('the past is not written to');
      },
    };
    return services.over(host);
  };
  const textOf = async (path: string, version: string, size: number): Promise<string | undefined> => {
    const found = await (await over(path, version, size)).text(path);
    return found.ok && typeof found.value.text === 'string' && found.value.text !== '' ? found.value.text : undefined;
  };
  const cellOf = async (
    { path, version, size }: { readonly path: string; readonly version: string; readonly size: number },
    sheet: string,
    cell: string,
  ): Promise<string | undefined> => {
    const files = await over(path, version, size);
    const read = await files.call('read_file', { path, sheet, range: cell });
    return read.ok && 'text' in read ? String(read.text) : undefined;
  };

  return {
    WorkshopSearchHistory: async ({ workbenchId, query }) => {
      const timeline = await timelineOf(workbenchId as WorkbenchId);
      if (!timeline.ok) return refusedBy('WorkshopSearchHistory', timeline.error);
      const { content } = await open();
      const { hits, unread, notCovered } = await searchHistory({ content, textOf })(timeline.value, query);
      return ok({ hits: [...hits], unread, notCovered: [...notCovered] });
    },
    WorkshopBlame: async ({ workbenchId, path, place }) => {
      const timeline = await timelineOf(workbenchId as WorkbenchId);
      if (!timeline.ok) return refusedBy('WorkshopBlame', timeline.error);
      const workshop = await open();
      const found = await blame({ content: workshop.content, textOf, cellOf })(timeline.value, path, place);
      if (!isBlamed(found)) return refusedBy('WorkshopBlame', found);
      const { revisionId, ...blamed } = found;
      const calls = await callsOf(workshop, workbenchId as WorkbenchId, path, found);
      return ok({ ...blamed, calls });
    },
  };
};

/** The calls that wrote a place; none where nobody but a person did, or where the log no longer tells. */
const callsOf = async (workshop: Workshop, id: WorkbenchId, path: string, blamed: Blamed): Promise<ToolItem[]> => {
  const { text, since, tool, revisionId } = blamed;
  if (tool === null || since.messageId === null) return [];
  const looked = await workshop.look(id);
  if (!looked.ok) return [];
  const told = await readRun(workshop, id, looked.value.talk, since.messageId);
  if (!told.ok || !told.value) return [];
  const { runId, events } = told.value;
  const tools = new Map(toolsIn(told.value).map((call) => [call.entryId, call]));
  return callsBehind(events, { runId, path, revisionId, text }).flatMap((entryId) => tools.get(entryId) ?? []);
};

const isBlamed = (found: Blamed | { readonly code: string }): found is Blamed => 'since' in found;

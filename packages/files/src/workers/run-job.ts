import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json, JsonObject } from '@atelier/kernel/core';
import { detect } from '../detect/detect.ts';
import { type FileResult, refuse, settle } from '../tools/errors.ts';
import type { Workspace } from '../tools/kind-handler.ts';
import { capMap } from '../tools/map-caps.ts';
import type { Job } from './job.ts';
import { handlerOf } from './registry.ts';

export type Folders = { readonly staging: string; readonly temp: string; readonly cache: string };
export type Outcome = { readonly result: FileResult<Json>; readonly output?: string };

export const outputOf = ({ staging }: Folders, id: number): string => join(staging, `output-${id}`);

/** Does one job in this process. Each gets a folder of its own, gone when it ends. */
export const createJobRunner = (folders: Folders) => {
  const tables = createLazyTables(folders);
  const run = async (job: Job, id: number): Promise<Outcome> => {
    const temp = join(folders.temp, `job-${id}`);
    const output = outputOf(folders, id);
    await mkdir(temp, { recursive: true });
    try {
      const result = await perform(job, { temp, cache: folders.cache }, output, tables);
      return { result: result as FileResult<Json>, ...(existsSync(output) ? { output } : {}) };
    } finally {
      await rm(temp, { recursive: true, force: true });
    }
  };
  return { run, close: tables.close };
};

const perform = async (
  job: Job,
  workspace: Workspace,
  output: string,
  tables: LazyTables,
): Promise<FileResult<unknown>> => {
  if (job.verb === 'detect') return settle(async () => detect(job.source.path, await readFile(job.source.file)));
  if (job.verb === 'table') return tables.run(job, output, workspace);
  if (job.verb === 'sanitise') {
    const { sanitisePackage } = await import('../preview/sanitise.ts');
    return settle(() => sanitisePackage(job.source, output));
  }
  const handler = await handlerOf(job.kind);
  if (job.verb === 'review') {
    const { reviewPage } = await import('../review/typed/build.ts');
    return settle(() => reviewPage(job.kind, handler, job.request, workspace));
  }
  if (job.verb === 'text') {
    const { allText } = await import('../text/all-text.ts');
    return settle(() => allText(job.kind, handler, job.source, workspace));
  }
  if (job.verb === 'tracked') {
    const { trackDocx } = await import('../docx/tracked/track-docx.ts');
    return settle(() => trackDocx(job.request.reference, job.request.draft, job.by, output));
  }
  if (job.verb === 'hidden') {
    const { findHidden } = await import('../hidden/hidden.ts');
    return settle(() => findHidden(job.kind, handler, job.source, job.take, output, workspace));
  }
  if (!handler) return unsupported(job.verb, job.kind);
  switch (job.verb) {
    case 'info':
      return handler.info(job.source, workspace);
    case 'map': {
      const mapped = await handler.map(job.source, job.options, workspace);
      return mapped.ok ? { ok: true, value: capMap(mapped.value, job.options.detail) } : mapped;
    }
    case 'read':
      return handler.read(job.source, job.selectors, workspace);
    case 'edit':
      return handler.edit?.({ ...job.request, output }, workspace) ?? unsupported(job.verb, job.kind);
    case 'copyAssets':
      return handler.copyAssets?.({ ...job.request, output }, workspace) ?? unsupported(job.verb, job.kind);
    case 'styles':
      return handler.styles?.(job.source, job.args, workspace) ?? unsupported(job.verb, job.kind);
    case 'content':
      return handler.content?.(job.source, job.args, workspace) ?? unsupported(job.verb, job.kind);
    case 'diff': {
      const byText = job.request.options.by_text === true || !handler.diff;
      if (!byText) return handler.diff?.(job.request, workspace) ?? unsupported(job.verb, job.kind);
      const { diffOfficeText } = await import('../review/office-text-diff.ts');
      return settle(() => diffOfficeText(handler, job.request, workspace));
    }
    case 'changes':
      return handler.changes?.(job.request, workspace) ?? unsupported(job.verb, job.kind);
    case 'accept':
      return handler.accept?.({ ...job.request, output }, workspace) ?? unsupported(job.verb, job.kind);
    case 'raster':
      return handler.raster?.(job.source, job.args, output, workspace) ?? unsupported(job.verb, job.kind);
  }
};

const unsupported = (verb: string, kind: string) =>
  refuse('VALIDATION_FAILED', 'unsupported_structure', `A ${kind} file has no ${verb}.`);

type LazyTables = {
  readonly run: (
    job: Extract<Job, { verb: 'table' }>,
    output: string,
    workspace: Workspace,
  ) => Promise<FileResult<JsonObject>>;
  readonly close: () => void;
};

/** The engine is seventy megabytes of native code: only the sql worker ever loads it. */
const createLazyTables = ({ temp, cache }: Folders): LazyTables => {
  let close = (): void => undefined;
  const load = async () => {
    const { createTableEngine } = await import('../table/engine.ts');
    const { createTableJobs } = await import('../table/jobs.ts');
    const engine = createTableEngine(cache, temp);
    close = engine.close;
    return createTableJobs(engine);
  };
  let loaded: ReturnType<typeof load> | undefined;
  return {
    run: async ({ op, tables, args }, output) => {
      loaded ??= load();
      return (await loaded).run(op, tables, args, output);
    },
    close: () => close(),
  };
};

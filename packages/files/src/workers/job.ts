import type { Json, JsonObject } from '@atelier/kernel/core';
import type { TrackedBy } from '../docx/tracked/marker.ts';
import type { HiddenTake } from '../hidden/finding.ts';
import type { TableRequest } from '../table/engine.ts';
import type {
  DiffRequest,
  EditRequest,
  Kind,
  MapOptions,
  ReadSelectors,
  Source,
  SubsetRequest,
} from '../tools/kind-handler.ts';

/** One piece of work for a child process. Plain data: it crosses the process boundary as it stands. */
export type Job =
  | { readonly verb: 'detect'; readonly source: Source }
  | { readonly verb: 'info' | 'text'; readonly kind: Kind; readonly source: Source }
  | { readonly verb: 'hidden'; readonly kind: Kind; readonly source: Source; readonly take: HiddenTake }
  | { readonly verb: 'map'; readonly kind: Kind; readonly source: Source; readonly options: MapOptions }
  | { readonly verb: 'read'; readonly kind: Kind; readonly source: Source; readonly selectors: ReadSelectors }
  | { readonly verb: 'edit' | 'copyAssets'; readonly kind: Kind; readonly request: Omit<EditRequest, 'output'> }
  | { readonly verb: 'styles' | 'content'; readonly kind: Kind; readonly source: Source; readonly args: JsonObject }
  | { readonly verb: 'diff' | 'changes' | 'review'; readonly kind: Kind; readonly request: DiffRequest }
  | {
      readonly verb: 'tracked';
      readonly kind: 'docx';
      readonly request: { readonly reference: Source; readonly draft: Source };
      readonly by: TrackedBy;
    }
  | { readonly verb: 'accept'; readonly kind: Kind; readonly request: Omit<SubsetRequest, 'output'> }
  | {
      readonly verb: 'table';
      readonly op: TableOp;
      readonly tables: readonly TableRequest[];
      readonly args: JsonObject;
    }
  | { readonly verb: 'sanitise'; readonly kind: Kind; readonly source: Source }
  | { readonly verb: 'raster'; readonly kind: Kind; readonly source: Source; readonly args: JsonObject };

export type TableOp = 'map' | 'describe' | 'stats' | 'rows' | 'query' | 'export' | 'diff';

export type PoolName = 'parse' | 'media' | 'sql';

export const poolOf = (job: Job): PoolName => {
  if (job.verb === 'table') return 'sql';
  if (job.verb === 'detect' || job.verb === 'sanitise') return 'parse';
  if (job.kind === 'pdf' || job.kind === 'image') return 'media';
  return job.kind === 'table' && (job.verb === 'map' || job.verb === 'info') ? 'sql' : 'parse';
};

/** Verbs that make a file. They are never tried twice: the first try may have got far. */
const writing: ReadonlySet<string> = new Set(['edit', 'copyAssets', 'accept']);

export const isWrite = (job: Job): boolean => writing.has(job.verb) || (job.verb === 'table' && job.op === 'export');

export const sourcesOf = (job: Job): readonly Source[] => {
  switch (job.verb) {
    case 'table':
      return job.tables.map(({ source }) => source);
    case 'diff':
    case 'changes':
    case 'review':
    case 'tracked':
    case 'accept':
      return [job.request.reference, job.request.draft].filter((each) => each !== null);
    case 'edit':
    case 'copyAssets':
      return [job.request.source, job.request.copy_from, ...Object.values(job.request.resources)].filter(
        (each) => each !== null,
      );
    default:
      return [job.source];
  }
};

/** What a job is called in logs and measurements. */
export const jobName = (job: Job): string => {
  const kind = 'kind' in job ? job.kind[0]?.toUpperCase() + job.kind.slice(1) : '';
  switch (job.verb) {
    case 'map':
      return `${kind}GetMap`;
    case 'read':
      return job.kind === 'xlsx' ? 'XlsxReadRange' : `${kind}Read`;
    case 'content':
      return job.kind === 'docx'
        ? 'DocxGetSectionContent'
        : job.kind === 'pptx'
          ? 'PptxGetSlideContent'
          : `${kind}GetContent`;
    case 'table':
      return `Table${job.op[0]?.toUpperCase()}${job.op.slice(1)}`;
    default:
      return `${kind}${job.verb[0]?.toUpperCase()}${job.verb.slice(1)}`;
  }
};

/** What a child sends back. Large results lie in a file, since messages stay below 1 MB. */
export type Reply =
  | { readonly id: number; readonly value: Json; readonly output?: string }
  | { readonly id: number; readonly spilled: string; readonly output?: string }
  | { readonly id: number; readonly error: JsonObject }
  | { readonly id: number; readonly fault: string };

export type Order = { readonly id: number; readonly job: Job };

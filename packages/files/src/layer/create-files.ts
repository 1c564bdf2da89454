import type { ErrorEnvelope, JsonObject } from '@atelier/kernel/core';
import type { FilesHost } from '../ports/files-host.ts';
import { parseArguments } from '../tools/arguments.ts';
import { catalogue } from '../tools/catalogue.ts';
import { errorToEnvelope, type FileResult, refuse } from '../tools/errors.ts';
import { flatSchema, type Schema, strictSchema } from '../tools/json-schema.ts';
import type { ReadSelectors } from '../tools/kind-handler.ts';
import { mapWithin } from '../tools/map-caps.ts';
import type { FileWorkers } from './file-workers.ts';
import { createFilesView } from './files-view.ts';
import { createGuard } from './guard-faults.ts';
import { createPreview } from './preview.ts';
import { createReadTools } from './read-tools.ts';
import { createReview } from './review.ts';
import { createTableTools } from './table-tools.ts';
import { createWriteTools } from './write-tools.ts';

export type FilesOptions = {
  /** Larger files are listed but not opened. */
  readonly maxBytes?: number;
};

export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly access: 'read' | 'write';
  readonly schema: Schema;
  readonly flatSchema: Schema;
};

let tools: readonly Tool[] | undefined;

/** The same for every host. Their schemas take longer to make than most tools take to run. */
const toolsOf = (): readonly Tool[] => {
  tools ??= catalogue.map(({ name, description, access, params }) => ({
    name,
    description,
    access,
    schema: strictSchema(params),
    flatSchema: flatSchema(params),
  }));
  return tools;
};

export type ToolAnswer = ({ readonly ok: true } & JsonObject) | { readonly ok: false; readonly error: ErrorEnvelope };

const defaultMaxBytes = 100 * 1024 * 1024;

/** The layer: a catalogue of tools over one host's files. Cheap to make; all parsing happens in the shared workers. */
export const createFiles = (host: FilesHost, workers: FileWorkers, options: FilesOptions = {}) => {
  const maxBytes = options.maxBytes ?? defaultMaxBytes;
  const view = createFilesView(host, workers, { maxBytes });
  const tables = createTableTools({ view, workers });
  const reads = createReadTools({ view, workers, tables });
  const guard = createGuard(workers.onToolFault);
  const preview = createPreview({ host, view, workers });
  const review = createReview({ host, view, workers, maxBytes, hasRenderer: preview.renderer !== null });
  const writes = createWriteTools({ host, view, workers, tables, maxBytes });

  const perform = (name: string, args: JsonObject, signal?: AbortSignal): Promise<FileResult<JsonObject>> => {
    const place = {
      path: String(args.path),
      sheet: (args.sheet ?? null) as string | null,
      range: (args.range ?? null) as string | null,
    };
    switch (name) {
      case 'list_files':
        return reads.listFiles();
      case 'get_file_info':
        return reads.getFileInfo(place.path, signal);
      case 'get_file_map':
        return reads.getFileMap(
          place.path,
          { part: args.part as string | null, detail: args.detail === 'compact' ? 'compact' : 'full' },
          signal,
        );
      case 'read_file': {
        const { path, ...selectors } = args;
        return reads.readFile(String(path), selectors as unknown as ReadSelectors, signal);
      }
      case 'table_get_map':
        return tables.mapAt(place, signal);
      case 'table_describe':
        return tables.ask('describe', place, {}, [], signal);
      case 'table_stats':
        return tables.ask('stats', place, args, [], signal);
      case 'table_read_rows':
        return tables.ask('rows', place, args, [], signal);
      case 'table_query':
        return tables.ask(
          'query',
          place,
          args,
          (args.tables ?? []) as unknown as readonly { name: string; path: string; sheet: string | null }[],
          signal,
        );
      case 'table_export':
        return writes.exportTable(args, signal);
      case 'table_update_from_export':
        return writes.updateFromExport(args, signal);
      case 'xlsx_get_styles':
      case 'docx_get_styles':
      case 'pptx_get_styles':
        return reads.getStyles(name, args, signal);
      case 'recall_tool_result':
        return Promise.resolve(
          refuse(
            'VALIDATION_FAILED',
            'bad_selector',
            'Earlier results are kept by the host, which answers this tool itself.',
          ),
        );
      default:
        return writes.edit(name, args, signal);
    }
  };

  return {
    get tools(): readonly Tool[] {
      return toolsOf();
    },
    /** Runs one tool. Never throws: what goes wrong in a host is a refusal like any other, without its paths. */
    call: async (name: string, args: unknown, signal?: AbortSignal): Promise<ToolAnswer> => {
      const definition = catalogue.find((each) => each.name === name);
      if (!definition) {
        return answerOf(
          refuse('VALIDATION_FAILED', 'bad_op', `There is no tool ${name}.`, {
            candidates: catalogue.map((each) => each.name),
          }),
        );
      }
      const parsed = parseArguments(definition, args);
      if (!parsed.ok) return answerOf(parsed);
      return answerOf(await guard.call(name, () => perform(name, parsed.value as JsonObject, signal)));
    },
    /** The map of a file in at most so many bytes of JSON each; the same levels are shed as in a tool's answer. */
    mapsWithin: (path: string, sizes: readonly number[]): Promise<FileResult<readonly JsonObject[]>> =>
      guard.call('map', async () => {
        const map = await reads.getFileMap(path, { part: null, detail: 'full' });
        return map.ok ? { ok: true, value: sizes.map((bytes) => mapWithin(map.value, bytes)) } : map;
      }),
    /** All text of a file, for search. `is_cut` says when there was more than 20 million characters. */
    text: (path: string, signal?: AbortSignal): Promise<FileResult<JsonObject>> =>
      guard.call('text', () => reads.textOf(path, signal)),
    review: {
      /** What changed, typed by kind, a page at a time. */
      open: guard.wrap('review', review.open),
      get: guard.wrap('review', review.get),
      changes: guard.wrap('review_changes', review.changes),
      accept: guard.wrap('review_accept', review.accept),
      acceptExcept: guard.wrap('review_accept', review.acceptExcept),
      content: guard.wrap('review_content', review.content),
    },
    preview: { ...preview, page: guard.wrap('preview', preview.page) },
  };
};

export type Files = ReturnType<typeof createFiles>;

const answerOf = (result: FileResult<JsonObject>): ToolAnswer =>
  result.ok ? { ok: true, ...result.value } : { ok: false, error: errorToEnvelope(result.error) };

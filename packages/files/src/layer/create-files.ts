import type { ErrorEnvelope, JsonObject } from '@atelier/kernel/core';
import type { HiddenAnswer } from '../hidden/finding.ts';
import type { FilesHost } from '../ports/files-host.ts';
import { parseArguments } from '../tools/arguments.ts';
import { catalogue } from '../tools/catalogue.ts';
import { errorToEnvelope, type FileResult, refuse } from '../tools/errors.ts';
import { flatSchema, type Schema, strictSchema } from '../tools/json-schema.ts';
import type { ReadSelectors } from '../tools/kind-handler.ts';
import { mapWithin } from '../tools/map-caps.ts';
import { dropUnseen } from '../view/unseen.ts';
import type { FileWorkers } from './file-workers.ts';
import { createFilesView } from './files-view.ts';
import { createGuard } from './guard-faults.ts';
import { selectedBy, tellHidden } from './hidden-answers.ts';
import type { HiddenReading } from './hidden-content.ts';
import { createPreview } from './preview.ts';
import { createReadTools } from './read-tools.ts';
import { createReview } from './review.ts';
import { createTableTools } from './table-tools.ts';
import { createWriteTools } from './write-tools.ts';

export type FilesOptions = {
  /** Larger files are listed but not opened. */
  readonly maxBytes?: number;
  /** Of the tools of a model: how it is given what each file hides. Absent: files are read as they are. */
  readonly hidden?: (path: string) => Promise<HiddenReading>;
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
  // A model reads what its person lets it; edits and reviews work on the bytes themselves.
  const seen = options.hidden ? createFilesView(host, workers, { maxBytes, readingOf: options.hidden }) : view;
  const tables = createTableTools({ view: seen, workers });
  const reads = createReadTools({ view: seen, workers, tables });
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

  /** Says what the file hides beside what was read of it. */
  const told = async (
    name: string,
    args: JsonObject,
    answered: FileResult<JsonObject>,
  ): Promise<FileResult<JsonObject>> => {
    const definition = catalogue.find((each) => each.name === name);
    if (!options.hidden || !answered.ok || definition?.access !== 'read' || typeof args.path !== 'string')
      return answered;
    const hidden = await reads.hiddenIn(args.path);
    const reading = await options.hidden(args.path);
    if (!hidden.ok) return reading === 'withheld' ? hidden : answered;
    const selected = name === 'read_file' ? selectedBy(args, answered.value) : undefined;
    return { ok: true, value: tellHidden(answered.value, hidden.value.findings, reading, selected) };
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
      const answered = await guard.call(name, () => perform(name, parsed.value as JsonObject, signal));
      return answerOf(await guard.call(name, () => told(name, parsed.value as JsonObject, answered)));
    },
    /**
     * The map of a file in at most so many bytes of JSON each; the same levels are shed as in a tool's answer. Parts
     * of the names in `keep` are shed last.
     */
    mapsWithin: (
      path: string,
      sizes: readonly number[],
      keep?: ReadonlySet<string>,
    ): Promise<FileResult<readonly JsonObject[]>> =>
      guard.call('map', async () => {
        const map = await reads.getFileMap(path, { part: null, detail: 'full' });
        if (!map.ok) return map;
        const seen = await told('get_file_map', { path }, map);
        return seen.ok ? { ok: true, value: sizes.map((bytes) => mapWithin(seen.value, bytes, keep)) } : seen;
      }),
    /** All text of a file, for search. `is_cut` says when there was more than 20 million characters. */
    text: (path: string, signal?: AbortSignal): Promise<FileResult<JsonObject>> =>
      guard.call('text', async () => {
        const text = await reads.textOf(path, signal);
        const isWithheld = text.ok && (await options.hidden?.(path)) === 'withheld';
        return isWithheld ? { ok: true, value: { ...text.value, text: dropUnseen(String(text.value.text)) } } : text;
      }),
    /** What the file says to a reader of its bytes and to nobody who opens it, each with its place. */
    hidden: (path: string): Promise<FileResult<HiddenAnswer>> => guard.call('hidden', () => reads.hiddenIn(path)),
    /** How a model is given what the file hides; undefined where these are not a model's tools. */
    reading: async (path: string): Promise<HiddenReading | undefined> => options.hidden?.(path),
    review: {
      /** What changed, typed by kind, a page at a time. */
      open: guard.wrap('review', review.open),
      get: guard.wrap('review', review.get),
      changes: guard.wrap('review_changes', review.changes),
      accept: guard.wrap('review_accept', review.accept),
      acceptExcept: guard.wrap('review_accept', review.acceptExcept),
      content: guard.wrap('review_content', review.content),
      tracked: guard.wrap('review_tracked', review.tracked),
    },
    preview: { ...preview, page: guard.wrap('preview', preview.page) },
  };
};

export type Files = ReturnType<typeof createFiles>;

const answerOf = (result: FileResult<JsonObject>): ToolAnswer =>
  result.ok ? { ok: true, ...result.value } : { ok: false, error: errorToEnvelope(result.error) };

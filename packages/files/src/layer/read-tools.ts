import type { Json, JsonObject } from '@atelier/kernel/core';
import type { Detection } from '../detect/detect.ts';
import type { HiddenAnswer } from '../hidden/finding.ts';
import { errorToEnvelope, type FileResult, refuse } from '../tools/errors.ts';
import type { Kind, MapOptions, ReadSelectors } from '../tools/kind-handler.ts';
import type { FileWorkers } from './file-workers.ts';
import { type FilesView, type KnownFile, rowOf, warningsOf } from './files-view.ts';
import type { TableTools } from './table-tools.ts';

type Deps = { readonly view: FilesView; readonly workers: FileWorkers; readonly tables: TableTools };

/** Raise when a map of the same bytes would change. */
export const mapLayer = 3;
/** Raise when a read of the same bytes would answer something else. */
const readLayer = 1;
/** Raise when the text of the same bytes would change. */
const textLayer = 3;

const selectorsByKind: Readonly<Record<Kind, readonly string[]>> = {
  xlsx: ['sheet', 'range', 'view'],
  docx: ['section', 'view'],
  odt: ['section'],
  pptx: ['slide_index', 'view'],
  pdf: ['pages', 'view'],
  text: ['line_start', 'line_count', 'view'],
  table: ['line_start', 'line_count', 'view'],
  image: [],
  binary: [],
};

export const createReadTools = ({ view, workers, tables }: Deps) => {
  const listFiles = async (): Promise<FileResult<JsonObject>> => ({
    ok: true,
    value: { files: [...(await view.rows())], warnings: [] },
  });

  const getFileInfo = async (path: string, signal?: AbortSignal): Promise<FileResult<JsonObject>> => {
    const known = await view.get(path);
    if (!known.ok) return known;
    const row = rowOf(known.value);
    const warnings = [...warningsOf(known.value)];
    const { kind, is_opaque } = known.value.detection;
    if (is_opaque) return { ok: true, value: { ...row, root: known.value.file.root, warnings } };
    const source = await known.value.open();
    if (!source.ok) return source;
    const { result } = await workers.run({ verb: 'info', kind, source: source.value }, signal);
    const facts: JsonObject = result.ok
      ? (result.value as JsonObject)
      : { info_error: { ...errorToEnvelope(result.error) } as unknown as Json };
    return { ok: true, value: { ...row, ...facts, root: known.value.file.root, warnings } };
  };

  const getFileMap = async (
    path: string,
    options: MapOptions,
    signal?: AbortSignal,
  ): Promise<FileResult<JsonObject>> => {
    const known = await view.get(path);
    if (!known.ok) return known;
    const { file, detection } = known.value;
    const head = {
      path: file.path,
      kind: detection.kind,
      format: detection.format,
      size_bytes: file.size_bytes,
      version: file.version,
      root: file.root,
    };
    if (detection.is_opaque) {
      return {
        ok: true,
        value: {
          ...head,
          readable: false,
          reason: detection.reason ?? 'unsupported_type',
          warnings: [...warningsOf(known.value)],
        },
      };
    }
    const readAs = await known.value.readAs();
    const mapped = readAs.ok
      ? await workers.answers.once(mapKey(readAs.value, detection, options), () => mapOf(known.value, options, signal))
      : readAs;
    // A map that cannot be made is still an answer: what the file is, and why there is no more.
    if (!mapped.ok) {
      if (mapped.error.code === 'VALIDATION_FAILED' || mapped.error.reason === 'missing') return mapped;
      return {
        ok: true,
        value: {
          ...head,
          readable: false,
          map_error: errorToEnvelope(mapped.error) as unknown as Json,
          warnings: [...warningsOf(known.value)],
        },
      };
    }
    const { warnings, ...body } = mapped.value;
    return {
      ok: true,
      value: {
        ...head,
        readable: true,
        ...body,
        ...head,
        warnings: [...warningsOf(known.value), ...((warnings as string[]) ?? [])],
      },
    };
  };

  const mapOf = async (
    { detection, open }: KnownFile,
    options: MapOptions,
    signal?: AbortSignal,
  ): Promise<FileResult<JsonObject>> => {
    const source = await open();
    if (!source.ok) return source;
    if (detection.kind === 'table') return tables.map(source.value, detection, options, signal);
    const { result } = await workers.run({ verb: 'map', kind: detection.kind, source: source.value, options }, signal);
    return result as FileResult<JsonObject>;
  };

  const readFile = async (
    path: string,
    selectors: ReadSelectors,
    signal?: AbortSignal,
  ): Promise<FileResult<JsonObject>> => {
    const known = await view.get(path);
    if (!known.ok) return known;
    const { file, detection, open } = known.value;
    const valid = selectorsByKind[detection.kind];
    const foreign = Object.entries(selectors).find(([key, value]) => value !== null && !valid.includes(key));
    if (foreign) {
      const hint =
        valid.length === 0
          ? `${detection.kind} files take no selector.`
          : `${detection.kind} files take ${valid.join(', ')}.`;
      return refuse(
        'VALIDATION_FAILED',
        'selector_not_for_kind',
        `${foreign[0]} is not a selector of ${detection.kind} files.`,
        { hint, candidates: valid },
      );
    }
    const tail = { root: file.root, version: file.version };
    if (detection.is_opaque) {
      const text = `${file.path}: ${detection.format}, ${file.size_bytes} bytes, opaque (${detection.reason}).`;
      return { ok: true, value: { text, ...tail, warnings: [...warningsOf(known.value)] } };
    }
    // After a rewind, or a restart, what was read before is known without laying the bytes out again.
    const readAs = await known.value.readAs();
    if (!readAs.ok) return readAs;
    const key = JSON.stringify([
      'read',
      readLayer,
      readAs.value,
      file.path,
      detection.kind,
      detection.format,
      selectors,
    ]);
    const result = await workers.answers.once(key, async () => {
      const source = await open();
      if (!source.ok) return source;
      const read = await workers.run({ verb: 'read', kind: detection.kind, source: source.value, selectors }, signal);
      return read.result as FileResult<JsonObject>;
    });
    if (!result.ok) return result;
    const { warnings, ...answer } = result.value;
    return {
      ok: true,
      value: { ...answer, ...tail, warnings: [...warningsOf(known.value), ...((warnings as string[]) ?? [])] },
    };
  };

  const getStyles = async (tool: string, args: JsonObject, signal?: AbortSignal): Promise<FileResult<JsonObject>> => {
    const known = await view.get(String(args.path));
    if (!known.ok) return known;
    const { detection, open, file } = known.value;
    const wanted = tool.slice(0, 4) as Kind;
    if (detection.kind !== wanted)
      return refuse(
        'VALIDATION_FAILED',
        'selector_not_for_kind',
        `${file.path} is a ${detection.kind} file, not ${wanted}.`,
      );
    const source = await open();
    if (!source.ok) return source;
    const { result } = await workers.run({ verb: 'styles', kind: wanted, source: source.value, args }, signal);
    return result as FileResult<JsonObject>;
  };

  /** All text of a file's present version, made once per version. */
  const textOf = async (path: string, signal?: AbortSignal): Promise<FileResult<JsonObject>> => {
    const known = await view.get(path);
    if (!known.ok) return known;
    const { detection, open } = known.value;
    if (detection.is_opaque) return { ok: true, value: { text: '', is_cut: false } };
    const readAs = await known.value.readAs();
    if (!readAs.ok) return readAs;
    const key = JSON.stringify(['text', textLayer, readAs.value, detection.kind, detection.format]);
    return workers.answers.once(key, async () => {
      const source = await open();
      if (!source.ok) return source;
      const { result } = await workers.run({ verb: 'text', kind: detection.kind, source: source.value }, signal);
      return result as FileResult<JsonObject>;
    });
  };

  /** What a file hides from people who open it, whatever a model is given of it. */
  const hiddenIn = async (path: string): Promise<FileResult<HiddenAnswer>> => {
    const known = await view.get(path);
    if (!known.ok) return known;
    return known.value.detection.is_opaque ? { ok: true, value: { findings: [], is_cut: false } } : known.value.hides();
  };

  return { hiddenIn, textOf, listFiles, getStyles, getFileInfo, getFileMap, readFile };
};

const mapKey = (readAs: string, { kind, format }: Detection, { part, detail }: MapOptions): string =>
  JSON.stringify(['map', mapLayer, readAs, kind, format, part, detail]);

import type { JsonObject } from '@atelier/kernel/core';
import type { Detection } from '../detect/detect.ts';
import type { TableRequest } from '../table/engine.ts';
import { type FileResult, refuse } from '../tools/errors.ts';
import type { MapOptions, Source } from '../tools/kind-handler.ts';
import { capMap } from '../tools/map-caps.ts';
import type { TableOp } from '../workers/job.ts';
import type { Done } from '../workers/pool.ts';
import { cancelledError } from '../workers/task.ts';
import type { FileWorkers } from './file-workers.ts';
import type { FilesView } from './files-view.ts';

type Place = { readonly path: string; readonly sheet: string | null; readonly range: string | null };
type FurtherTable = { readonly name: string; readonly path: string; readonly sheet: string | null };

const keyOf = ({ source, kind, sheet, range }: TableRequest): string =>
  JSON.stringify([source.version, source.is_visible_only === true, kind, sheet, range]);

/** Undefined once the signal is given; what was waited for goes on. */
const unlessAborted = <Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value | undefined> => {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined);
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
};

/** Tools over rows. Sources are delimited files, and sheets or regions of workbooks. */
export const createTableTools = ({ view, workers }: { readonly view: FilesView; readonly workers: FileWorkers }) => {
  const requestOf = async (name: string, place: Place): Promise<FileResult<TableRequest>> => {
    const known = await view.get(place.path);
    if (!known.ok) return known;
    const { detection, open } = known.value;
    if (detection.is_opaque)
      return refuse('UNSUPPORTED_INPUT', 'opaque', `${place.path} is opaque (${detection.reason}).`);
    if (detection.kind !== 'table' && detection.kind !== 'xlsx') {
      return refuse(
        'VALIDATION_FAILED',
        'selector_not_for_kind',
        `${place.path} is a ${detection.kind} file, not a table.`,
      );
    }
    if (detection.kind === 'table' && (place.sheet !== null || place.range !== null)) {
      return refuse('VALIDATION_FAILED', 'selector_not_for_kind', 'sheet and range are for workbooks.');
    }
    const source = await open();
    if (!source.ok) return source;
    return {
      ok: true,
      value: { name, source: source.value, kind: detection.kind, sheet: place.sheet, range: place.range },
    };
  };

  const requests = async (
    place: Place,
    further: readonly FurtherTable[],
  ): Promise<FileResult<readonly TableRequest[]>> => {
    const all: TableRequest[] = [];
    for (const [name, each] of [
      ['data', place] as const,
      ...further.map((more) => [more.name, { ...more, range: null }] as const),
    ]) {
      const request = await requestOf(name, each);
      if (!request.ok) return request;
      all.push(request.value);
    }
    return { ok: true, value: all };
  };

  const run = async (
    op: TableOp,
    place: Place,
    args: JsonObject,
    further: readonly FurtherTable[],
    signal?: AbortSignal,
  ): Promise<Done> => {
    const tables = await requests(place, further);
    if (!tables.ok) return { result: tables };
    // A table that is being read already is not read a second time beside it.
    const underWay = tables.value.flatMap((table) => workers.firstReads.get(keyOf(table)) ?? []);
    if (underWay.length > 0) await unlessAborted(Promise.all(underWay), signal);
    return workers.run({ verb: 'table', op, tables: tables.value, args }, signal);
  };

  const ask = async (
    op: TableOp,
    place: Place,
    args: JsonObject,
    further: readonly FurtherTable[],
    signal?: AbortSignal,
  ): Promise<FileResult<JsonObject>> => (await run(op, place, args, further, signal)).result as FileResult<JsonObject>;

  const mapAt = async (place: Place, signal?: AbortSignal): Promise<FileResult<JsonObject>> => {
    const known = await view.get(place.path);
    if (!known.ok) return known;
    const request = await requestOf('data', place);
    if (!request.ok) return request;
    const args = { is_inferred: known.value.detection.format_inferred === true };
    const key = keyOf(request.value);
    const reading =
      workers.firstReads.get(key) ?? workers.run({ verb: 'table', op: 'map', tables: [request.value], args });
    workers.firstReads.set(key, reading);
    const done = () => void workers.firstReads.delete(key);
    reading.then(done, done);
    // Whoever asked may give up; the table goes on being read, else a large one would be begun again each time.
    const told = await unlessAborted(reading, signal);
    if (told === undefined) return { ok: false, error: cancelledError };
    const { result } = told;
    return result.ok ? { ok: true, value: capMap(result.value as JsonObject, 'full') } : result;
  };

  return {
    run,
    ask,
    mapAt,
    map: async (
      source: Source,
      detection: Detection,
      options: MapOptions,
      signal?: AbortSignal,
    ): Promise<FileResult<JsonObject>> => {
      const tables = [{ name: 'data', source, kind: detection.kind, sheet: null, range: null }];
      const { result } = await workers.run(
        { verb: 'table', op: 'map', tables, args: { is_inferred: detection.format_inferred === true } },
        signal,
      );
      return result.ok ? { ok: true, value: capMap(result.value as JsonObject, options.detail) } : result;
    },
  };
};

export type TableTools = ReturnType<typeof createTableTools>;

import type { JsonObject } from '@atelier/kernel/core';
import { type Detection, opaque } from '../detect/detect.ts';
import type { FilesHost, HostFile } from '../ports/files-host.ts';
import { type FileResult, refuse } from '../tools/errors.ts';
import type { Source } from '../tools/kind-handler.ts';
import { cleanPath } from '../tools/paths.ts';
import type { Workers } from '../workers/workers.ts';
import type { Inputs } from './inputs.ts';

/** A file of the active view with what its bytes were found to be. */
export type KnownFile = { readonly file: HostFile; readonly detection: Detection; readonly source: Source };

export type ViewOptions = { readonly maxBytes: number };

/** Names, versions and kinds; nothing here opens a file, the workers do. */
export const createFilesView = (host: FilesHost, workers: Workers, inputs: Inputs, { maxBytes }: ViewOptions) => {
  const detections = new Map<string, Detection>();

  const detectionOf = async (file: HostFile, at: string | undefined): Promise<Detection> => {
    if (file.size_bytes > maxBytes) return opaque('unknown', 'too_large');
    if (workers.isQuarantined(file.version)) return opaque('unknown', 'damaged');
    const key = `${file.version}\0${file.path.toLowerCase().replace(/^.*\./, '')}`;
    const known = detections.get(key);
    if (known) return known;
    if (at === undefined) return opaque('unknown', 'damaged');
    const source = sourceOf(file, at, '');
    const { result } = await workers.run({ verb: 'detect', source });
    if (!result.ok) return opaque('unknown', 'damaged');
    const found = await unlocked(result.value as unknown as Detection, file, at);
    detections.set(key, found);
    return found;
  };

  /** Whether a pdf opens without a password is only known by trying. */
  const unlocked = async (detection: Detection, file: HostFile, at: string): Promise<Detection> => {
    if (detection.kind !== 'pdf') return detection;
    const { result } = await workers.run({ verb: 'info', kind: 'pdf', source: sourceOf(file, at, 'pdf') });
    return !result.ok && result.error.reason === 'encrypted' ? opaque('pdf', 'encrypted') : detection;
  };

  const know = async (file: HostFile): Promise<KnownFile> => {
    const located = file.size_bytes > maxBytes ? undefined : await inputs.locate(file);
    const at = located?.ok ? located.value : undefined;
    const detection = await detectionOf(file, at);
    return { file, detection, source: sourceOf(file, at ?? '', detection.format) };
  };

  const find = async (raw: string): Promise<FileResult<KnownFile | undefined>> => {
    const path = cleanPath(raw);
    if (!path.ok) return path;
    const file = (await host.list()).find((each) => each.path === path.value);
    return { ok: true, value: file ? await know(file) : undefined };
  };

  const get = async (raw: string): Promise<FileResult<KnownFile>> => {
    const found = await find(raw);
    if (!found.ok) return found;
    if (found.value) return { ok: true, value: found.value };
    const names = (await host.list()).map(({ path }) => path).toSorted();
    return refuse('FILE_READ_FAILED', 'not_found', `There is no file named ${raw.slice(0, 120)}.`, {
      candidates: names.slice(0, 50),
    });
  };

  /** Sorted by the bytes of the name, so that every machine lists them alike. */
  const all = async (): Promise<readonly KnownFile[]> => {
    const files = (await host.list()).toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
    return Promise.all(files.map(know));
  };

  return { all, find, get, know };
};

export type FilesView = ReturnType<typeof createFilesView>;

const sourceOf = (file: HostFile, at: string, format: string): Source => ({
  path: file.path,
  file: at,
  version: file.version,
  size_bytes: file.size_bytes,
  format,
});

export const rowOf = ({ file, detection }: KnownFile): JsonObject => ({
  path: file.path,
  kind: detection.kind,
  size_bytes: file.size_bytes,
  mime_type: detection.mime_type,
  is_opaque: detection.is_opaque,
  read_only: detection.read_only,
  version: file.version,
  ...(detection.is_opaque ? { reason: detection.reason ?? 'unsupported_type', magic: detection.format } : {}),
});

export const warningsOf = ({ detection }: KnownFile): readonly string[] => [
  ...(detection.kind_mismatch ? [`kind_mismatch:${detection.kind}`] : []),
  ...(detection.has_macros ? ['has_macros'] : []),
];

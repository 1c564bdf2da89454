import type { JsonObject } from '@atelier/kernel/core';
import { type Detection, opaque } from '../detect/detect.ts';
import { extensionOf, formatByExtension, mimeOf } from '../detect/formats.ts';
import type { HiddenAnswer, HiddenTake } from '../hidden/finding.ts';
import type { FilesHost, HostFile } from '../ports/files-host.ts';
import { type FileError, type FileResult, refuse } from '../tools/errors.ts';
import type { Source } from '../tools/kind-handler.ts';
import { cleanPath } from '../tools/paths.ts';
import type { FileWorkers } from './file-workers.ts';
import { createHiddenContent, type HiddenReading } from './hidden-content.ts';

/** A file of the active view with what its bytes were found to be. */
export type KnownFile = {
  readonly file: HostFile;
  readonly detection: Detection;
  /** Lays the bytes out for a worker. Whoever can answer without them does not call this: it may copy 100 MB. */
  readonly open: () => Promise<FileResult<Source>>;
  /** What its bytes say to nobody who opens it. */
  readonly hides: () => Promise<FileResult<HiddenAnswer>>;
  /** By what answers about it are kept: its version, and how much of it is read. */
  readonly readAs: () => Promise<FileResult<string>>;
};

export type ViewOptions = {
  readonly maxBytes: number;
  /** For a model: how it is given what a file hides. Absent: bytes are read as they are. */
  readonly readingOf?: (path: string) => Promise<HiddenReading>;
};

/** Raise when the same bytes under the same name would be taken for another kind. */
export const kindLayer = 2;

/** Names, versions and kinds; nothing here opens a file, the workers do. */
export const createFilesView = (host: FilesHost, workers: FileWorkers, { maxBytes, readingOf }: ViewOptions) => {
  const hidden = createHiddenContent(workers);
  const detectionOf = async (file: HostFile): Promise<FileResult<Detection>> => {
    if (file.size_bytes > maxBytes) return { ok: true, value: opaque('unknown', 'too_large') };
    if (workers.isQuarantined(file.version)) return { ok: true, value: opaque('unknown', 'damaged') };
    const key = JSON.stringify(['kind', kindLayer, file.version, extensionOf(file.path)]);
    const found = await workers.answers.once(key, async () => {
      const at = await workers.inputs.locate(host, file);
      if (!at.ok) return at;
      const { result } = await workers.run({ verb: 'detect', source: sourceOf(file, at.value, '') });
      if (!result.ok) return result;
      return { ok: true, value: (await unlocked(result.value as unknown as Detection, file, at.value)) as never };
    });
    if (found.ok) return { ok: true, value: found.value as unknown as Detection };
    // Bytes that are not there are reported as such; a reader that fails on bytes that are there calls them damaged.
    return found.error.reason === 'missing' ? found : { ok: true, value: opaque('unknown', 'damaged') };
  };

  /** Whether a pdf opens without a password is only known by trying. */
  const unlocked = async (detection: Detection, file: HostFile, at: string): Promise<Detection> => {
    if (detection.kind !== 'pdf') return detection;
    const { result } = await workers.run({ verb: 'info', kind: 'pdf', source: sourceOf(file, at, 'pdf') });
    return !result.ok && result.error.reason === 'encrypted' ? opaque('pdf', 'encrypted') : detection;
  };

  const know = async (file: HostFile): Promise<FileResult<KnownFile>> => {
    const detection = await detectionOf(file);
    if (!detection.ok) return detection;
    const { kind, format, is_opaque } = detection.value;
    const openWhole = async (): Promise<FileResult<Source>> => {
      const at = await workers.inputs.locate(host, file);
      return at.ok ? { ok: true, value: sourceOf(file, at.value, format) } : at;
    };
    const reading = is_opaque ? undefined : await readingOf?.(file.path);
    const asked = { kind, version: file.version, format, open: openWhole };
    const take = async (): Promise<FileResult<HiddenTake>> =>
      reading ? hidden.takeFor(asked, reading) : { ok: true, value: 'nothing' };
    const open = async (): Promise<FileResult<Source>> => {
      const taken = await take();
      if (!taken.ok) return taken;
      const whole = await openWhole();
      return whole.ok && taken.value !== 'nothing' ? hidden.without(taken.value, kind, whole.value) : whole;
    };
    const readAs = async (): Promise<FileResult<string>> => {
      const taken = await take();
      if (!taken.ok) return taken;
      return { ok: true, value: taken.value === 'nothing' ? file.version : `${file.version}~${taken.value}` };
    };
    const hides = () => hidden.find(asked);
    return { ok: true, value: { file, detection: detection.value, open, readAs, hides } };
  };

  const find = async (raw: string): Promise<FileResult<KnownFile | undefined>> => {
    const path = cleanPath(raw);
    if (!path.ok) return path;
    const file = (await host.list()).find((each) => each.path === path.value);
    return file ? know(file) : { ok: true, value: undefined };
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
  const rows = async (): Promise<readonly JsonObject[]> => {
    const files = (await host.list()).toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
    return Promise.all(
      files.map(async (file) => {
        const known = await know(file);
        return known.ok ? rowOf(known.value) : missingRow(file, known.error);
      }),
    );
  };

  return { rows, find, get, know };
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

/** Its kind is what its name promises: nobody can look. */
const missingRow = (file: HostFile, { message }: FileError): JsonObject => {
  const extension = extensionOf(file.path);
  return {
    path: file.path,
    kind: formatByExtension[extension]?.kind ?? 'binary',
    size_bytes: file.size_bytes,
    mime_type: mimeOf(extension),
    is_opaque: false,
    read_only: true,
    version: file.version,
    missing: true,
    reason: 'missing',
    message,
  };
};

export const warningsOf = ({ detection }: KnownFile): readonly string[] => [
  ...(detection.kind_mismatch ? [`kind_mismatch:${detection.kind}`] : []),
  ...(detection.has_macros ? ['has_macros'] : []),
];

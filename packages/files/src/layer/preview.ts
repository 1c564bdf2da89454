import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@atelier/kernel/core';
import type { FilesHost, HostFile } from '../ports/files-host.ts';
import { type FileResult, refuse } from '../tools/errors.ts';
import type { Kind, Source } from '../tools/kind-handler.ts';
import { cleanPath } from '../tools/paths.ts';
import { parseRect } from '../xlsx/ref.ts';
import type { FileWorkers } from './file-workers.ts';
import type { FilesView, KnownFile } from './files-view.ts';

type Deps = {
  readonly host: FilesHost;
  readonly view: FilesView;
  readonly workers: FileWorkers;
};

export type PreviewRequest = {
  readonly path: string;
  readonly side: 'draft' | 'published';
  readonly page: number;
  readonly scale: number;
};
export type Preview = { readonly label: string; readonly png: Buffer; readonly facts: JsonObject };

const labels = { draft: 'Draft', published: 'Published (current preview)' } as const;
const mostRows = 20_000;
const mostColumns = 500;
const rendered: ReadonlySet<Kind> = new Set(['docx', 'pptx', 'xlsx', 'odt']);

/** Pictures of pages, as an aid to review. A page that cannot be drawn says so and nothing else suffers. */
export const createPreview = ({ host, view, workers }: Deps) => {
  const { renderer } = workers;
  const pdfs = join(workers.folder, 'cache', 'rendered');
  const making = new Map<string, Promise<FileResult<Source>>>();

  const fileOf = async (path: string, side: PreviewRequest['side']): Promise<HostFile | undefined> => {
    if (side === 'draft') return (await host.list()).find((each) => each.path === path);
    const candidates = await host.reference(path);
    return (candidates.find(({ source }) => source === 'published_current_fallback') ?? candidates[0])?.file;
  };

  /** The file as a pdf, made once per version. */
  const asPdf = (known: KnownFile): Promise<FileResult<Source>> => {
    const name = `${known.file.version.replace(/[^a-z0-9]/gi, '_')}.pdf`;
    const found = making.get(name);
    if (found) return found;
    const made = render(known, join(pdfs, name)).finally(() => making.delete(name));
    making.set(name, made);
    return made;
  };

  const render = async ({ open, detection, file }: KnownFile, output: string): Promise<FileResult<Source>> => {
    if (!existsSync(output)) {
      const opened = await open();
      if (!opened.ok) return opened;
      const source = opened.value;
      if (renderer.command === undefined)
        return refuse('PREVIEW_UNAVAILABLE', 'no_renderer', 'No program that draws office files is installed.');
      const mapped = await workers.run({
        verb: 'map',
        kind: detection.kind,
        source,
        options: { part: null, detail: 'compact' },
      });
      // What our own reader refuses is not handed to a larger one.
      if (!mapped.result.ok || !isPrintable(mapped.result.value as JsonObject)) {
        return refuse('PREVIEW_UNAVAILABLE', 'render_failed', 'The file cannot be drawn as pages.');
      }
      await mkdir(pdfs, { recursive: true });
      const cleaned = await workers.run({ verb: 'sanitise', kind: detection.kind, source });
      if (!cleaned.result.ok || cleaned.output === undefined)
        return refuse('PREVIEW_UNAVAILABLE', 'render_failed', 'The file could not be prepared for drawing.');
      const done = await renderer.toPdf(cleaned.output, detection.format, output);
      await rm(cleaned.output, { force: true });
      if (!done.ok) return done;
    }
    const { size } = await stat(output);
    return {
      ok: true,
      value: { path: file.path, file: output, version: `${file.version}.pdf`, size_bytes: size, format: 'pdf' },
    };
  };

  const page = async ({ path: raw, side, page: number, scale }: PreviewRequest): Promise<FileResult<Preview>> => {
    const path = cleanPath(raw);
    if (!path.ok) return path;
    if (!(scale >= 0.25 && scale <= 2 && scale % 0.25 === 0))
      return refuse('VALIDATION_FAILED', 'bad_selector', 'scale goes from 0.25 to 2 in steps of 0.25.');
    const file = await fileOf(path.value, side);
    if (!file) return refuse('FILE_READ_FAILED', 'not_found', `There is no file named ${path.value}.`);
    const known = await view.know(file);
    if (!known.ok) return known;
    const { kind, is_opaque } = known.value.detection;
    if (is_opaque || !(rendered.has(kind) || kind === 'pdf' || kind === 'image')) {
      return refuse(
        'PREVIEW_UNAVAILABLE',
        'render_failed',
        `${path.value} has no picture; its facts are shown instead.`,
      );
    }
    const source: FileResult<Source> = rendered.has(kind) ? await asPdf(known.value) : await known.value.open();
    if (!source.ok) return source;
    const drawn = await workers.run({
      verb: 'raster',
      kind: kind === 'image' ? 'image' : 'pdf',
      source: source.value,
      args: { page: number, scale },
    });
    if (!drawn.result.ok || drawn.output === undefined) {
      return drawn.result.ok || drawn.result.error.code !== 'VALIDATION_FAILED'
        ? refuse('PREVIEW_UNAVAILABLE', 'render_failed', `Page ${number} of ${path.value} cannot be drawn.`)
        : drawn.result;
    }
    const png = await readFile(drawn.output);
    await rm(drawn.output, { force: true });
    return { ok: true, value: { label: labels[side], png, facts: drawn.result.value as JsonObject } };
  };

  return { page, renderer: renderer.command === undefined ? null : ('available' as const) };
};

/** One cell at the far corner of a sheet would be a million empty pages. */
const isPrintable = ({ sheets }: JsonObject): boolean =>
  !Array.isArray(sheets) ||
  (sheets as readonly JsonObject[]).every(({ used_range }) => {
    const rect = typeof used_range === 'string' ? parseRect(used_range) : undefined;
    return !rect || (rect.bottom <= mostRows && rect.right <= mostColumns);
  });

import { readFile, rm } from 'node:fs/promises';
import type { Json, JsonObject } from '@atelier/kernel/core';
import type { TrackedBy } from '../docx/tracked/marker.ts';
import type { TrackedAnswer } from '../docx/tracked/track-docx.ts';
import type { FilesHost } from '../ports/files-host.ts';
import { type FileResult, refuse } from '../tools/errors.ts';
import type { Change, DiffAnswer, Kind, Source } from '../tools/kind-handler.ts';
import { createFileReview } from './file-review.ts';
import type { FileWorkers } from './file-workers.ts';
import type { FilesView, KnownFile } from './files-view.ts';
import { createHandOver } from './hand-over.ts';
import { createSides, isDivisible, kindOf, openSides, type Sides } from './review-sides.ts';

type TrackedFile = { readonly bytes: Uint8Array; readonly facts: TrackedAnswer };

type Deps = {
  readonly host: FilesHost;
  readonly view: FilesView;
  readonly workers: FileWorkers;
  /** Without one, documents and slides are shown by their structure alone, and the review says so once. */
  readonly hasRenderer: boolean;
  readonly maxBytes: number;
};

/** Raise when a review of the same two versions would change. */
export const reviewLayer = 6;

/** Tables below this many bytes are compared in memory, however many rows they have. */
const longTable = 1024 * 1024;

/** What changed between the reference and the active view, file by file. */
export const createReview = ({ host, view, workers, maxBytes, hasRenderer }: Deps) => {
  const payloads = workers.reviews;
  const handOver = createHandOver(host, maxBytes);

  const sidesOf = createSides(host, view).find;

  /** `options.hint` is the focus hint of an edit: the review opens where the change is. */
  const get = async (
    raw: string,
    { hint, ...asked }: JsonObject = {},
    signal?: AbortSignal,
  ): Promise<FileResult<JsonObject>> => {
    const options: JsonObject = {
      ...asked,
      ...(typeof hint === 'object' && hint !== null ? (hint as JsonObject) : {}),
    };
    const sides = await sidesOf(raw);
    if (!sides.ok) return sides;
    const { path, reference, draft, source, warning } = sides.value;
    const kind = kindOf(sides.value);
    const change =
      reference === null
        ? 'added'
        : draft === null
          ? 'deleted'
          : reference.file.version === draft.file.version
            ? 'unchanged'
            : 'modified';
    const envelope: JsonObject = {
      path,
      kind,
      change,
      reference_source: source,
      ...(warning === undefined ? {} : { reference_warning: warning }),
      baseline_missing: reference === null,
      ...(reference ? { bytes_before: reference.file.size_bytes } : {}),
      ...(draft ? { bytes_after: draft.file.size_bytes } : {}),
      ...(!hasRenderer && (kind === 'docx' || kind === 'pptx') ? { notices: ['no_renderer'] } : {}),
    };
    if (change === 'unchanged') return { ok: true, value: { ...envelope, stats: {}, other_changes: [] } };
    const key = JSON.stringify([
      reviewLayer,
      kind,
      reference?.file.version ?? null,
      draft?.file.version ?? null,
      options,
    ]);
    const known = payloads.get(key);
    if (known) return { ok: true, value: { ...envelope, ...known } };
    const body = await bodyOf(sides.value, kind, options, signal);
    if (!body.ok) return body;
    payloads.set(key, body.value);
    for (const oldest of payloads.keys()) {
      if (payloads.size <= 100) break;
      payloads.delete(oldest);
    }
    return { ok: true, value: { ...envelope, ...body.value } };
  };

  const bodyOf = async (
    sides: Sides,
    kind: Kind,
    options: JsonObject,
    signal?: AbortSignal,
  ): Promise<FileResult<JsonObject>> => {
    if (kind === 'binary') return { ok: true, value: opaqueBody(sides) };
    const result = await diffOf(sides, kind, options, signal);
    // A file whose diff cannot be made is still shown as changed, with what is known of both sides.
    if (!result.ok && result.error.code !== 'VALIDATION_FAILED') {
      return {
        ok: true,
        value: {
          ...opaqueBody(sides),
          diff_error: { code: result.error.code, reason: result.error.reason, message: result.error.message },
        },
      };
    }
    if (!result.ok) return result;
    const { body, stats, other_changes, truncated } = result.value as unknown as DiffAnswer;
    return {
      ok: true,
      value: { ...body, stats, other_changes: [...other_changes], ...(truncated ? { truncated } : {}) },
    };
  };

  /** Long tables are compared where they can be queried; what turns out to be short is compared like any other file. */
  const diffOf = async (
    sides: Sides,
    kind: Kind,
    options: JsonObject,
    signal?: AbortSignal,
  ): Promise<FileResult<Json>> => {
    const opened = await openSides(sides);
    if (!opened.ok) return opened;
    const { reference: before, draft: after } = opened.value;
    if (kind === 'table' && before && after && Math.max(before.size_bytes, after.size_bytes) > longTable) {
      const table = (name: string, source: Source) => ({ name, source, kind, sheet: null, range: null });
      const tables = [table('data', before), table('later', after)];
      const { result } = await workers.run({ verb: 'table', op: 'diff', tables, args: options }, signal);
      // A table no engine will load is still lines of text.
      const isOurs = result.ok
        ? (result.value as JsonObject).in_memory === true
        : result.error.code === 'FILE_READ_FAILED';
      if (!isOurs) return result;
    }
    return (await workers.run({ verb: 'diff', kind, request: { reference: before, draft: after, options } }, signal))
      .result;
  };

  const changes = async (raw: string): Promise<FileResult<readonly Change[]>> => {
    const sides = await sidesOf(raw);
    if (!sides.ok) return sides;
    const { reference, draft } = sides.value;
    if (reference && draft && reference.file.version === draft.file.version) return { ok: true, value: [] };
    if (!isDivisible(sides.value)) return { ok: true, value: [wholeChange(sides.value)] };
    const opened = await openSides(sides.value);
    if (!opened.ok) return opened;
    const request = { ...opened.value, options: {} };
    const { result } = await workers.run({ verb: 'changes', kind: kindOf(sides.value), request });
    if (!result.ok && result.error.code === 'LIMIT_FILE_SIZE') return { ok: true, value: [wholeChange(sides.value)] };
    return result as FileResult<readonly Change[]>;
  };

  /** All changes but these, and but those that cannot stand without them. */
  const acceptExcept = async (raw: string, rejected: readonly string[]): Promise<FileResult<JsonObject>> => {
    const all = await changes(raw);
    if (!all.ok) return all;
    const dropped = new Set(rejected);
    for (let size = -1; size !== dropped.size; ) {
      size = dropped.size;
      for (const { id, requires } of all.value) if (requires.some((other) => dropped.has(other))) dropped.add(id);
    }
    const kept = all.value.flatMap(({ id }) => (dropped.has(id) ? [] : [id]));
    return acceptSome(raw, kept, kept.length === all.value.length);
  };

  /** Makes the file that holds the accepted changes and no others, and hands it to the Draft. */
  const accept = (raw: string, accepted: readonly string[]) => acceptSome(raw, accepted, false);

  /** All of them are the Draft as it is, and with it what follows from them and is no change. */
  const acceptSome = async (
    raw: string,
    accepted: readonly string[],
    isAll: boolean,
  ): Promise<FileResult<JsonObject>> => {
    const sides = await sidesOf(raw);
    if (!sides.ok) return sides;
    const { path, reference, draft } = sides.value;
    if (!isDivisible(sides.value) || !reference || !draft) {
      return refuse('VALIDATION_FAILED', 'unsupported_structure', `${path} is accepted or rejected whole.`);
    }
    const answer = {
      action: isAll ? 'unchanged' : 'modified',
      ops_applied: accepted.length,
      changes: { accepted: accepted.length },
      focus_hint: null,
      auto_summary: `${accepted.length} change${accepted.length === 1 ? '' : 's'} of ${path} kept.`,
      warnings: [],
    };
    const answered = { ok: true as const, value: answer as unknown as JsonObject };
    const handed = { tool: 'review_accept', target: { path, existing: draft }, summary: null };
    if (isAll) return handOver({ result: answered }, handed);
    const opened = await openSides(sides.value);
    if (!opened.ok) return opened;
    const request = { ...opened.value, accepted };
    const { result, output } = await workers.run({ verb: 'accept', kind: kindOf(sides.value), request });
    if (!result.ok) return result;
    return handOver({ result: answered, ...(output === undefined ? {} : { output }) }, handed);
  };

  /** One section, slide or window of cells of either side, as a screen shows it. */
  const content = async (
    raw: string,
    side: 'reference' | 'draft',
    options: JsonObject,
  ): Promise<FileResult<JsonObject>> => {
    const sides = await sidesOf(raw);
    if (!sides.ok) return sides;
    const known = side === 'draft' ? sides.value.draft : sides.value.reference;
    if (!known) return refuse('FILE_READ_FAILED', 'not_found', `There is no ${side} of ${sides.value.path}.`);
    const source = await known.open();
    if (!source.ok) return source;
    const { kind } = known.detection;
    const { result } = await workers.run({ verb: 'content', kind, source: source.value, args: options });
    return result as FileResult<JsonObject>;
  };

  /** The Draft's document with its changes tracked, for programs that people review in. It is handed to nobody else. */
  const tracked = async (raw: string, by: TrackedBy): Promise<FileResult<TrackedFile>> => {
    const sides = await sidesOf(raw);
    if (!sides.ok) return sides;
    const { path } = sides.value;
    const opened = await openSides(sides.value);
    if (!opened.ok) return opened;
    const { reference, draft } = opened.value;
    if (kindOf(sides.value) !== 'docx' || !reference || !draft)
      return refuse(
        'VALIDATION_FAILED',
        'unsupported_structure',
        `${path} has no earlier Word document to compare with.`,
      );
    const { result, output } = await workers.run({ verb: 'tracked', kind: 'docx', request: { reference, draft }, by });
    if (!result.ok) return result;
    if (output === undefined) throw new Error('a tracked document was not written');
    const bytes = await readFile(output);
    await rm(output, { force: true });
    return { ok: true, value: { bytes, facts: result.value as unknown as TrackedAnswer } };
  };

  const open = createFileReview({ find: sidesOf, workers, hasRenderer });

  return { open, get, changes, accept, acceptExcept, content, tracked };
};

const wholeChange = ({ reference, draft, path }: Sides): Change => ({
  id: 'whole',
  label: reference === null ? `${path} added` : draft === null ? `${path} deleted` : `${path} replaced`,
  requires: [],
});

const opaqueBody = ({ reference, draft }: Sides): JsonObject => {
  const side = (known: KnownFile | null): JsonObject | null =>
    known && { size_bytes: known.file.size_bytes, version: known.file.version, magic: known.detection.format };
  return {
    before: side(reference),
    after: side(draft),
    stats: {},
    other_changes: reference && draft ? ['the whole file'] : [],
  };
};

import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import { updateSheet } from '../table/update-sheet.ts';
import { type FileResult, refuse } from '../tools/errors.ts';
import type { Change, EditAnswer, EditRequest, KindHandler, Source } from '../tools/kind-handler.ts';
import {
  type AssetRef,
  applyXlsxSubset,
  copyXlsxAssets,
  diffXlsx,
  editXlsx,
  type GridOptions,
  mapXlsx,
  readXlsx,
  type XlsxOp,
  xlsxGrid,
  xlsxStyles,
} from '../xlsx/index.ts';

const bytesOf = async (source: Source | null): Promise<Buffer | null> => (source ? readFile(source.file) : null);
const asJson = <T>(result: FileResult<T>): FileResult<JsonObject> => result as unknown as FileResult<JsonObject>;

/** Workbooks, as the layer asks about them. */
export const xlsxHandler: KindHandler = {
  kind: 'xlsx',
  info: async (source) => {
    const mapped = await mapXlsx(await readFile(source.file), { detail: 'compact' });
    if (!mapped.ok) return mapped;
    const sheets = mapped.value.sheets.map(({ name, used_range, state }) => ({ name, used_range, state }));
    return { ok: true, value: { sheets: sheets as unknown as JsonObject[] } };
  },
  map: async (source, { part, detail }) => asJson(await mapXlsx(await readFile(source.file), { part, detail })),
  read: async (source, { sheet, range, view }) => {
    const views = ['values', 'formulas', 'both'] as const;
    const wanted = views.find((each) => each === view) ?? null;
    if (view !== null && wanted === null) {
      return refuse('VALIDATION_FAILED', 'bad_selector', `view "${view.slice(0, 20)}" is not for workbooks.`, {
        candidates: views,
      });
    }
    const answer = await readXlsx(await readFile(source.file), { sheet, range, view: wanted });
    return answer as unknown as Awaited<ReturnType<KindHandler['read']>>;
  },
  edit: async (request) => {
    if (request.tool === 'table_update_from_export') return updateSheet(request);
    const edited = await editXlsx({
      source: await bytesOf(request.copy_from ?? request.source),
      operations: request.args.operations as unknown as readonly XlsxOp[],
      stagingPath: request.output,
    });
    return answerOf(request, edited);
  },
  styles: async (source, { sheet }) =>
    asJson(await xlsxStyles(await readFile(source.file), { sheet: (sheet ?? null) as string | null })),
  copyAssets: (request) => copyAssets(request),
  diff: async ({ reference, draft, options }) => {
    const compared = await diffXlsx(
      await bytesOf(reference),
      await bytesOf(draft),
      options as unknown as Parameters<typeof diffXlsx>[2],
    );
    if (!compared.ok) return compared;
    const {
      kind: _k,
      change: _c,
      bytes_before: _b,
      bytes_after: _a,
      stats,
      other_changes,
      truncated,
      ...body
    } = compared.value;
    return {
      ok: true,
      value: {
        body: { ...(body as unknown as JsonObject), ...(truncated ? { window: { ...truncated } } : {}) },
        stats: stats as unknown as JsonObject,
        other_changes,
        ...(truncated ? { truncated: true } : {}),
      },
    };
  },
  changes: async ({ reference, draft }) => {
    const compared = await diffXlsx(await bytesOf(reference), await bytesOf(draft));
    if (!compared.ok) return compared;
    return { ok: true, value: compared.value.changes satisfies readonly Change[] };
  },
  accept: async ({ reference, draft, accepted, output }) => {
    const [before, after] = [await bytesOf(reference), await bytesOf(draft)];
    if (!before || !after) throw new Error('a subset has two sides');
    const applied = await applyXlsxSubset({ reference: before, draft: after, accepted, stagingPath: output });
    return applied.ok ? { ok: true, value: { written: true } } : applied;
  },
  content: async (source, options) =>
    asJson(await xlsxGrid(await readFile(source.file), options as unknown as GridOptions)),
};

const copyAssets = async (request: EditRequest): Promise<FileResult<EditAnswer>> => {
  const donor = request.resources[String(request.args.source_path)];
  if (!donor)
    return refuse('FILE_READ_FAILED', 'not_found', `There is no file named ${String(request.args.source_path)}.`);
  const copied = await copyXlsxAssets({
    source: await readFile(donor.file),
    target: await bytesOf(request.source),
    assets: request.args.assets as unknown as readonly AssetRef[],
    stagingPath: request.output,
  });
  if (!copied.ok) return copied;
  const { certificate, warnings, copied_count, copied: names, version } = copied.value;
  return {
    ok: true,
    value: {
      action: version === null ? 'unchanged' : request.source ? 'modified' : 'created',
      ops_applied: copied_count,
      changes: { copied_count },
      focus_hint: null,
      auto_summary: `${copied_count} asset${copied_count === 1 ? '' : 's'} copied from ${donor.path}.`,
      warnings,
      extra: { copied_count, copied: [...names] },
      ...(certificate ? { certificate: certificate as unknown as JsonObject } : {}),
    },
  };
};

/** A copy of another file is new, whatever was done to it. */
const answerOf = (request: EditRequest, edited: Awaited<ReturnType<typeof editXlsx>>): FileResult<EditAnswer> => {
  if (!edited.ok) return edited;
  const { version: _, certificate, action, ...rest } = edited.value;
  return {
    ok: true,
    value: {
      ...(rest as unknown as Omit<EditAnswer, 'action'>),
      action: request.copy_from && action === 'modified' ? 'created' : action,
      ...(certificate ? { certificate: certificate as unknown as JsonObject } : {}),
    },
  };
};

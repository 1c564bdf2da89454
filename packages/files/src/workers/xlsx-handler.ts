import { readFile } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import { updateSheet } from '../table/update-sheet.ts';
import type { FileResult } from '../tools/errors.ts';
import type { EditAnswer, EditRequest, KindHandler } from '../tools/kind-handler.ts';
import { editXlsx, mapXlsx, readXlsx, type XlsxOp } from '../xlsx/index.ts';

/** Workbooks, as the layer asks about them. */
export const xlsxHandler: KindHandler = {
  kind: 'xlsx',
  info: async (source) => {
    const mapped = await mapXlsx(await readFile(source.file), { detail: 'compact' });
    if (!mapped.ok) return mapped;
    return { ok: true, value: { sheets: mapped.value.sheets.map(({ name, used_range, state }) => ({ name, used_range, state })) as unknown as JsonObject[] } };
  },
  map: async (source, { part, detail }) => {
    const mapped = await mapXlsx(await readFile(source.file), { part, detail });
    return mapped as unknown as FileResult<JsonObject>;
  },
  read: async (source, { sheet, range, view }) => {
    const answer = await readXlsx(await readFile(source.file), { sheet, range, view: view as 'values' | 'formulas' | 'both' | null });
    return answer as unknown as Awaited<ReturnType<KindHandler['read']>>;
  },
  edit: async (request) => {
    if (request.tool === 'table_update_from_export') return updateSheet(request);
    const start = request.copy_from ?? request.source;
    return answerOf(request, await editXlsx({
      source: start ? await readFile(start.file) : null,
      operations: request.args.operations as unknown as readonly XlsxOp[],
      stagingPath: request.output,
    }));
  },
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

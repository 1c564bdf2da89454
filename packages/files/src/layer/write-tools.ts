import { rm } from 'node:fs/promises';
import type { JsonObject } from '@atelier/kernel/core';
import { createTurns } from '@atelier/kernel/core';
import type { FilesHost } from '../ports/files-host.ts';
import { exportedRows } from '../table/exported-rows.ts';
import { type FileResult, refuse } from '../tools/errors.ts';
import type { Kind, Source } from '../tools/kind-handler.ts';
import type { FileWorkers } from './file-workers.ts';
import type { FilesView } from './files-view.ts';
import { createHandOver } from './hand-over.ts';
import type { TableTools } from './table-tools.ts';
import { type WriteTarget, writeTarget } from './write-target.ts';

type Deps = {
  readonly host: FilesHost;
  readonly view: FilesView;
  readonly workers: FileWorkers;
  readonly tables: TableTools;
  readonly maxBytes: number;
};

const kindsByTool: Readonly<Record<string, readonly Kind[]>> = {
  write_text_file: ['text'],
  edit_text_file: ['text'],
  csv_operations: ['table'],
  xlsx_operations: ['xlsx'],
  docx_operations: ['docx'],
  pptx_operations: ['pptx'],
  pdf_operations: ['pdf'],
  xlsx_copy_assets: ['xlsx'],
  docx_copy_assets: ['docx'],
  pptx_copy_assets: ['pptx'],
};

const nullable = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Every tool that changes the Draft. One writer per path at a time; readers never wait. */
export const createWriteTools = ({ host, view, workers, tables, maxBytes }: Deps) => {
  const handOver = createHandOver(host, maxBytes);
  const locks = createTurns();

  const sourceAt = async (path: string): Promise<FileResult<Source>> => {
    const known = await view.get(path);
    if (!known.ok) return known;
    const { detection, open } = known.value;
    return detection.is_opaque
      ? refuse('UNSUPPORTED_INPUT', 'opaque', `${path} is opaque (${detection.reason}).`)
      : open();
  };

  /** Other files that operations name: pictures to insert, donors, pdf pages. */
  const resourcesOf = async (args: JsonObject): Promise<FileResult<Readonly<Record<string, Source>>>> => {
    const named: Record<string, Source> = {};
    for (const path of namedPaths(args)) {
      const source = await sourceAt(path);
      if (!source.ok) return source;
      named[path] = source.value;
    }
    return { ok: true, value: named };
  };

  const edit = async (tool: string, args: JsonObject, signal?: AbortSignal): Promise<FileResult<JsonObject>> => {
    const path = String(args.path ?? args.target_path);
    return locks.inTurn(path, async () => {
      const kinds = kindsByTool[tool] ?? [];
      const isPdf = tool === 'pdf_operations';
      const target = await writeTarget(view, {
        tool,
        path,
        kinds,
        expected_version: nullable(args.expected_version),
        create_new: args.create_new === true,
      });
      if (!target.ok) return target;
      if (isPdf && target.value.existing)
        return refuse('VALIDATION_FAILED', 'target_exists', `${path} exists already.`);
      const copyFrom = nullable(args.copy_from);
      if (copyFrom !== null && args.create_new !== true) {
        return refuse('VALIDATION_FAILED', 'bad_op', 'copy_from goes with create_new.');
      }
      const donor = copyFrom === null ? undefined : await sourceAt(copyFrom);
      if (donor && !donor.ok) return donor;
      const resources = await resourcesOf(args);
      if (!resources.ok) return resources;
      const current = await currentOf(target.value);
      if (!current.ok) return current;
      const request = {
        tool,
        path: target.value.path,
        source: current.value,
        copy_from: donor?.value ?? null,
        args,
        resources: resources.value,
      };
      const verb = tool.endsWith('_copy_assets') ? 'copyAssets' : 'edit';
      const done = await workers.run({ verb, kind: kinds[0] ?? 'text', request }, signal);
      return handOver(done, { tool, target: target.value, summary: nullable(args.summary) });
    });
  };

  const exportTable = async (args: JsonObject, signal?: AbortSignal): Promise<FileResult<JsonObject>> => {
    const path = String(args.target_path);
    return locks.inTurn(path, async () => {
      const isCsv = args.format === 'csv';
      const extension = isCsv ? '.csv' : '.xlsx';
      if (!path.toLowerCase().endsWith(extension)) {
        return refuse('VALIDATION_FAILED', 'ext_mismatch', `A ${args.format} export is named *${extension}.`);
      }
      const kinds: readonly Kind[] = isCsv ? ['table'] : ['xlsx'];
      const target = await writeTarget(view, {
        tool: 'table_export',
        path,
        kinds,
        expected_version: nullable(args.expected_version),
        create_new: args.overwrite !== true,
      });
      if (!target.ok) return target;
      const place = sourcePlace(args);
      const { result, output } = await tables.run('export', place, args, [], signal);
      if (!result.ok) return result;
      const facts = result.value as JsonObject;
      const { warnings, ...shape } = facts;
      const answer = {
        action: target.value.existing ? 'modified' : 'created',
        ops_applied: 1,
        changes: { rows: facts.row_count ?? 0, columns: facts.column_count ?? 0 },
        focus_hint: isCsv ? { row_start: 1 } : { sheet: facts.sheet ?? '' },
        auto_summary: `${facts.row_count} rows exported to ${target.value.path}.`,
        warnings: warnings ?? [],
        extra: { target_path: target.value.path, ...shape },
      };
      const done = {
        result: { ok: true as const, value: answer as unknown as JsonObject },
        ...(output === undefined ? {} : { output }),
      };
      return handOver(done, { tool: 'table_export', target: target.value, summary: nullable(args.summary) });
    });
  };

  const updateFromExport = async (args: JsonObject, signal?: AbortSignal): Promise<FileResult<JsonObject>> => {
    const tool = 'table_update_from_export';
    const path = String(args.target_path);
    return locks.inTurn(path, async () => {
      const target = await writeTarget(view, {
        tool,
        path,
        kinds: ['xlsx'],
        expected_version: nullable(args.expected_version),
        create_new: false,
      });
      if (!target.ok) return target;
      if (!target.value.existing && args.create_workbook_if_missing === false) {
        return refuse('FILE_READ_FAILED', 'not_found', `There is no workbook named ${path}.`);
      }
      const current = await currentOf(target.value);
      if (!current.ok) return current;
      const place = sourcePlace(args);
      const exported = await tables.run('export', place, { query: args.query ?? null, format: 'rows' }, [], signal);
      if (!exported.result.ok || exported.output === undefined) return exported.result as FileResult<JsonObject>;
      const rows = await workers.inputs.adopt(exported.output);
      try {
        const request = {
          tool,
          path: target.value.path,
          source: current.value,
          copy_from: null,
          args,
          resources: { [exportedRows]: rows },
        };
        const done = await workers.run({ verb: 'edit', kind: 'xlsx', request }, signal);
        return await handOver(done, { tool, target: target.value, summary: nullable(args.summary) });
      } finally {
        await rm(rows.file, { force: true });
      }
    });
  };

  return { edit, exportTable, updateFromExport };
};

export type WriteTools = ReturnType<typeof createWriteTools>;

const currentOf = async ({ existing }: WriteTarget): Promise<FileResult<Source | null>> =>
  existing ? existing.open() : { ok: true, value: null };

const sourcePlace = (args: JsonObject) => ({
  path: String(args.path),
  sheet: nullable(args.source_sheet),
  range: nullable(args.source_range),
});

const namedPaths = (args: JsonObject): ReadonlySet<string> => {
  const paths = new Set<string>();
  if (typeof args.source_path === 'string') paths.add(args.source_path);
  for (const op of Array.isArray(args.operations) ? (args.operations as readonly JsonObject[]) : []) {
    if (typeof op.source_path === 'string') paths.add(op.source_path);
    if (op.op === 'extract' && typeof op.path === 'string') paths.add(op.path);
    if (op.op === 'merge' && Array.isArray(op.sources))
      for (const each of op.sources as readonly JsonObject[]) paths.add(String(each.path));
  }
  return paths;
};

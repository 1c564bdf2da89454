import { readFile, writeFile } from 'node:fs/promises';
import { openCsv } from '../csv/csv-file.ts';
import { extensionOf } from '../detect/formats.ts';
import { emptyText, openText, type TextFile } from '../text/text-file.ts';
import { refusal } from '../tools/errors.ts';
import type { Change, DiffAnswer, DiffRequest, Source, SubsetRequest } from '../tools/kind-handler.ts';
import { diffTables, gridOf } from './table-diff.ts';
import { diffText } from './text-diff.ts';
import { acceptUnits, lineUnits, recordUnits, type Units, unitChanges } from './unit-changes.ts';

const textOf = async (source: Source | null): Promise<TextFile> =>
  source ? openText(await readFile(source.file)) : emptyText();

export const reviewText = async ({ reference, draft, options }: DiffRequest): Promise<DiffAnswer> =>
  diffText(await textOf(reference), await textOf(draft), options);

export const reviewTable = async (request: DiffRequest): Promise<DiffAnswer> => {
  const { reference, draft, options } = request;
  const csv = async (source: Source | null) => openCsv(await textOf(source), extensionOf(source?.path ?? 'x.csv'));
  const [before, after] = [await csv(reference), await csv(draft)];
  const answer = await diffTables(gridOf(before), gridOf(after), options);
  const isSilent =
    Object.values(answer.stats).every((count) => count === 0) && !before.text.bytes.equals(after.text.bytes);
  return isSilent && isPlain(answer) ? { ...answer, other_changes: ['quoting, line endings or encoding'] } : answer;
};

const isPlain = ({ body }: DiffAnswer): boolean => {
  const columns = body.columns as Record<string, unknown>;
  return Object.values(columns).every((value) => value === false || (Array.isArray(value) && value.length === 0));
};

const unitsOf = async (source: Source | null, kind: 'text' | 'table'): Promise<Units> => {
  const file = await textOf(source);
  return kind === 'text' ? lineUnits(file) : recordUnits(file, extensionOf(source?.path ?? 'x.csv'));
};

/** Lines and records are told apart by their text, which must be held for that. */
const mostBytes = 96 * 1024 * 1024;

const refuseLarge = (...sources: readonly (Source | null)[]): void => {
  if (sources.reduce((sum, source) => sum + (source?.size_bytes ?? 0), 0) <= mostBytes) return;
  throw refusal('LIMIT_FILE_SIZE', 'too_large', 'The files are too large to be taken apart change by change.', {
    hint: 'Accept or reject the file as a whole.',
  });
};

export const listChanges = async (
  { reference, draft }: DiffRequest,
  kind: 'text' | 'table',
): Promise<readonly Change[]> => {
  refuseLarge(reference, draft);
  return unitChanges(await unitsOf(reference, kind), await unitsOf(draft, kind));
};

export const acceptChanges = async (
  { reference, draft, accepted, output }: SubsetRequest,
  kind: 'text' | 'table',
): Promise<{ readonly written: boolean }> => {
  refuseLarge(reference, draft);
  await writeFile(output, acceptUnits(await unitsOf(reference, kind), await unitsOf(draft, kind), accepted), {
    flush: true,
  });
  return { written: true };
};

import type { z } from 'zod';
import type { editTextFile } from '../tools/definitions/text.ts';
import { refusal } from '../tools/errors.ts';
import { findHits, type Hit } from './find.ts';
import { applySplices, type Splice } from './splices.ts';
import { encodeOrRefuse, endsWithNewline, preferredNewline, type TextFile } from './text-file.ts';

export type TextEdit = z.infer<typeof editTextFile.params>['edits'][number];
type Of<Op extends TextEdit['op']> = Extract<TextEdit, { op: Op }>;

/** The file after the batch; lines nobody named keep their bytes. */
export const editText = (
  file: TextFile,
  edits: readonly TextEdit[],
): { readonly bytes: Buffer; readonly replacements: number } => {
  const splices = edits.flatMap((edit, op_index) => splicesOf(file, edit, op_index));
  const replacements = splices.filter(({ op_index }) => edits[op_index]?.op === 'replace').length;
  return { bytes: applySplices(file.bytes, splices), replacements };
};

const splicesOf = (file: TextFile, edit: TextEdit, op_index: number): readonly Splice[] => {
  switch (edit.op) {
    case 'replace':
      return replaceText(file, edit, op_index);
    case 'replace_lines':
      return [replaceLines(file, edit, op_index)];
    case 'insert_lines':
      return [insertLines(file, edit, op_index)];
    case 'append':
      return [insertLines(file, { op: 'insert_lines', before_line: file.lineCount + 1, text: edit.text }, op_index)];
  }
};

const replaceText = (file: TextFile, edit: Of<'replace'>, op_index: number): readonly Splice[] => {
  const hits = findHits(file, edit.search, edit.match_case ?? true);
  const token = edit.search.length > 60 ? `${edit.search.slice(0, 60)}…` : edit.search;
  if (hits.length === 0) throw refusal('VALIDATION_FAILED', 'no_match', `"${token}" does not occur.`, { op_index });
  const wanted = chosen(hits, edit.occurrence);
  if (wanted.length === 0) {
    const lines = [...new Set(hits.map(({ line }) => line))].slice(0, 20);
    throw edit.occurrence === null
      ? refusal('VALIDATION_FAILED', 'ambiguous_match', `"${token}" occurs ${hits.length} times.`, {
          op_index,
          candidates: lines,
          hint: 'Give occurrence a number or "all", or search for more of the line. The candidates are line numbers.',
        })
      : refusal('VALIDATION_FAILED', 'no_match', `"${token}" occurs only ${hits.length} times.`, {
          op_index,
          candidates: lines,
        });
  }
  const text = withNewlines(edit.replace, preferredNewline(file));
  return wanted.map((hit) => spliceOf(file, hit, text, op_index));
};

const chosen = (hits: readonly Hit[], occurrence: Of<'replace'>['occurrence']): readonly Hit[] => {
  if (occurrence === 'all') return hits;
  if (occurrence === null) return hits.length === 1 ? hits : [];
  return hits.slice(occurrence - 1, occurrence);
};

const spliceOf = (file: TextFile, hit: Hit, text: string, op_index: number): Splice => ({
  from: hit.from,
  to: hit.to,
  bytes: encodeOrRefuse(file.codec, hit.before + text + hit.after, op_index),
  op_index,
});

const replaceLines = (
  file: TextFile,
  { line_start, line_end, text }: Of<'replace_lines'>,
  op_index: number,
): Splice => {
  if (line_end < line_start || line_end > file.lineCount) throw outOfRange(file, `${line_start}-${line_end}`, op_index);
  const newline = preferredNewline(file);
  const last = file.newline(line_end - 1);
  const body = text === '' ? '' : withNewlines(text, newline).replace(/(\r\n|\n|\r)$/, '') + last;
  return {
    from: file.starts[line_start - 1] ?? 0,
    to: file.starts[line_end] ?? 0,
    bytes: encodeOrRefuse(file.codec, body, op_index),
    op_index,
  };
};

const insertLines = (file: TextFile, { before_line, text }: Of<'insert_lines'>, op_index: number): Splice => {
  if (before_line > file.lineCount + 1) throw outOfRange(file, `${before_line}`, op_index);
  const newline = preferredNewline(file);
  const body = withNewlines(text, newline);
  const at = file.starts[before_line - 1] ?? 0;
  const isEnd = before_line === file.lineCount + 1;
  const isOpenEnd = isEnd && file.lineCount > 0 && !endsWithNewline(file);
  const ended = isOpenEnd || /(\r\n|\n|\r)$/.test(body) || body === '' ? body : body + newline;
  return {
    from: at,
    to: at,
    bytes: encodeOrRefuse(file.codec, isOpenEnd ? newline + ended : ended, op_index),
    op_index,
  };
};

const outOfRange = (file: TextFile, what: string, op_index: number) =>
  refusal('VALIDATION_FAILED', 'index_out_of_range', `Line ${what} is outside 1-${file.lineCount}.`, { op_index });

/** Models write LF; the file keeps its own line breaks. */
export const withNewlines = (text: string, newline: string): string =>
  newline === '\n' && !text.includes('\r') ? text : text.replace(/\r\n|\n|\r/g, newline);
